/** Where a page for users names something in italics, the panels of the package have it, or n8n's editor does. */
import { panelNames } from './panel-words';
import { emphasizedIn, textOf } from './pages';

/** What n8n's own editor shows under these names. */
const n8nWords = new Set([
	'Actions',
	'All',
	'AI Agent',
	'Allowed Domains',
	'Always Output Data',
	'Authentication',
	'Confirm uninstall',
	'Confirm update',
	'Connection tested successfully',
	'Continue (using error output)',
	'Create credential',
	'Create workflow',
	'Credential Type',
	'Custom API Call',
	'Execute Once',
	'Execute step',
	'Expression',
	'From list',
	'GraphQL',
	'Extract from File',
	'Extract From CSV',
	'Google Sheets',
	'Data table',
	'Read/Write Files from Disk',
	'Loop Over Items',
	'HTTP Request',
	'Let the model define this parameter',
	'On Error',
	'On Error: Continue',
	'On Webhook Call',
	'Predefined Credential Type',
	'Proxy',
	'Settings → Request Options → Timeout',
	'Retry',
	'Retry On Fail',
	'Settings',
	'Settings → Community nodes',
	'Settings → Community nodes → Install',
	'Settings → Migration report',
	'Settings → Request Options',
	'Specific Domains',
	'Tool',
	'Twilio',
	'Uninstall package',
	'Update',
	'URL',
	'Wait',
	'WhatsApp Business Cloud',
]);

/** What is in italics because somebody says it: a message, or an emphasis. */
const saidWords = new Set([
	'accepted',
	'To has no country code',
	'To has a zero in brackets',
	'(dry run)',
	"Waited … s for the service's rate",
	'1 accepted now, 26 earlier',
	'Dry run, nothing was sent',
	'16 accepted, 4 failed',
	'This run is not recorded, so a run that follows cannot know what it has sent',
	'Trigger',
	'Phone Service Call Forwarding',
]);

const userPages = [
	'README.md',
	...[
		'call-forwarding-trigger',
		'credential',
		'entitlements',
		'errors',
		'facetime',
		'first-message',
		'install',
		'intelligence',
		'messaging',
		'numbers',
		'sending-to-a-list',
		'values',
		'when-something-fails',
	].map((name) => `docs/${name}.md`),
];

test.each(userPages)('%s', (page) => {
	const known = [panelNames, n8nWords, saidWords];
	const unknown = emphasizedIn(textOf(page)).filter((name) => !known.some((names) => names.has(name)));
	expect(unknown).toEqual([]);
});
