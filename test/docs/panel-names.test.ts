/** Where a page for users names something in italics, the panels of the package have it, or n8n's editor does. */
import { panelNames } from './panel-words';
import { emphasizedIn, textOf } from './pages';

/** What n8n's own editor shows under these names. */
const n8nWords = new Set([
	'Allowed Domains',
	'Authentication',
	'Connection tested successfully',
	'Continue (using error output)',
	'Create credential',
	'Create workflow',
	'Credential Type',
	'Custom API Call',
	'Execute step',
	'Expression',
	'GraphQL',
	'HTTP Request',
	'On Error',
	'On Error: Continue',
	'Predefined Credential Type',
	'Request Options → Timeout',
	'Retry',
	'Retry On Fail',
	'Settings',
	'Settings → Community nodes → Install',
	'Settings → Migration report',
	'Specific Domains',
	'Twilio',
	'URL',
	'WhatsApp Business Cloud',
]);

/** What is in italics because somebody says it: a message, or an emphasis. */
const saidWords = new Set([
	'accepted',
	'To has no country code',
	'To has a zero in brackets',
	'(dry run)',
	"Waited … s for the service's rate",
]);

const userPages = [
	'README.md',
	...[
		'call-forwarding-trigger',
		'credential',
		'entitlements',
		'facetime',
		'first-message',
		'install',
		'intelligence',
		'messaging',
		'numbers',
		'values',
		'when-something-fails',
	].map((name) => `docs/${name}.md`),
];

test.each(userPages)('%s', (page) => {
	const known = [panelNames, n8nWords, saidWords];
	const unknown = emphasizedIn(textOf(page)).filter((name) => !known.some((names) => names.has(name)));
	expect(unknown).toEqual([]);
});
