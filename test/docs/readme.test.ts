/** What the README says of the package is so. */
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { requestsAtOnce } from '../../nodes/shared/delivery/delivery-options';
import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';
import { accounts } from '../../simulator/accounts';
import { repositoryPage, type ProjectNames } from '../../scripts/project-links';
import { nodeDescriptions, optionsOf } from './panel-words';
import { textOf, wordsOf } from './pages';

const readme = textOf('README.md');
const words = wordsOf(readme);
const packageJson = JSON.parse(textOf('package.json')) as ProjectNames & { scripts: Record<string, string> };

/** What the chapter of a heading says. */
function chapter(heading: string): string {
	const [, text = ''] = readme.split(`\n## ${heading}\n`);
	return text.split('\n## ')[0] ?? '';
}

test('its first commands clone this repository, and are commands of the project', () => {
	expect(readme).toContain(
		[
			`git clone ${repositoryPage(packageJson)}.git`,
			`cd ${packageJson.name}`,
			'npm start   # a simulator of the service and a real n8n with these nodes: an example, answers, a question to you',
			"npm test    # lint, type check, n8n's package scanner, tests without a real n8n",
		].join('\n'),
	);
	const scripts = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
	for (const name of [...scripts, 'start', 'test']) expect(Object.keys(packageJson.scripts)).toContain(name);
});

test('it names the releases of n8n that were tested', () => {
	const tested = [...textOf('docs/n8n-versions.md').matchAll(/^\| (\d+\.\d+\.\d+) /gm)].map(
		([, release]) => release,
	);
	expect(tested.length).toBeGreaterThan(1);
	expect(words).toContain(`Tested with ${tested.join(' and ')}`);
});

test('the table of the credential has its fields', () => {
	const rows = [...chapter('Credential').matchAll(/^\| (.+?)\s*\| .+\|$/gm)].map(([, field]) => field);
	const fields = new PhoneServiceApi().properties.map(({ displayName }) => displayName);
	expect(rows.slice(2)).toEqual(fields);
	expect(words).toContain(`token ${accounts[0]?.token}`);
});

test('rates and bounds are those of the interface and the panel', () => {
	const { requests: messages, burst } = serviceOperations.sendImessage.rate;
	const { requests: lookups } = serviceOperations.lookUpNumber.rate;
	expect(words).toContain(
		`At most ${String(requestsAtOnce.default)} requests at once, ${messages} message a second for each sending number after a burst of ${burst}, ${lookups} lookups a minute`,
	);
	const messaging = nodeDescriptions.find(({ name }) => name === 'phoneServiceMessaging');
	expect(messaging && optionsOf(messaging, 'options')).toEqual(
		expect.arrayContaining(['Idempotency Key', 'If the Outcome Is Unknown', 'Dry Run']),
	);
});

test('the first message is what the editor asks for', () => {
	const messaging = nodeDescriptions.find(({ name }) => name === 'phoneServiceMessaging');
	const step = chapter('Your first message');
	const operation = messaging?.properties.find(({ name }) => name === 'operation');
	expect(operation?.options).toContainEqual(expect.objectContaining({ action: 'Send an iMessage' }));
	expect(step).toContain('_Send an iMessage_');
	const labels = messaging?.properties.map(({ displayName }) => displayName);
	for (const field of ['To', 'Message', 'From']) {
		expect(step).toContain(`_${field}_`);
		expect(labels).toContain(field);
	}
});
