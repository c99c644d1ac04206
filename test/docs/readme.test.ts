/** What the README says of the package is so. */
import { serviceOperations } from '../../nodes/shared/contract/contract';
import { paceOptions } from '../../nodes/shared/delivery/options/pace-options';
import { PhoneServiceApi } from '../../credentials/PhoneServiceApi.credentials';
import { accounts } from '../../simulator/accounts';
import { evidence } from '../../scripts/evidence';
import { wordsOf } from './pages';
import { textOf } from '../../scripts/project-root';

const readme = textOf('README.md');
const words = wordsOf(readme);

/** What the chapter of a heading says. */
function chapter(heading: string): string {
	const [, text = ''] = readme.split(`\n## ${heading}\n`);
	return text.split('\n## ')[0] ?? '';
}

test('it names the releases of n8n that were tested', () => {
	const tested = [...evidence().matchAll(/^\| (\d+\.\d+\.\d+) /gm)].map(([, release]) => release);
	expect(tested.length).toBeGreaterThan(1);
	const named = new Intl.ListFormat('en-GB').format(tested.map(String));
	expect(words).toContain(`Tested with ${named}`);
});

test('the table of the credential has its fields', () => {
	const rows = [...chapter('Credentials').matchAll(/^\| (.+?)\s*\| .+\|$/gm)].map(([, field]) => field);
	const fields = new PhoneServiceApi().properties.map(({ displayName }) => displayName);
	expect(rows.slice(2)).toEqual(fields);
	expect(words).toContain(`token ${accounts[0]?.token}`);
});

test('rates are those of the interface, the bound that of the panel', () => {
	const { requests: messages, burst } = serviceOperations.sendImessage.rate;
	const { requests: lookups } = serviceOperations.lookUpNumber.rate;
	expect(words).toContain(
		`At most ${String(paceOptions.requestsAtOnce.field.default)} requests at once, ${messages} message a second for each sending number after a burst of ${burst}, ${lookups} lookups a minute`,
	);
});
