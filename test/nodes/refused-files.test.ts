/** Files that are refused before anything leaves, and the limits that are not (sections 4.3, 4.4 and 8). */
import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { leased, simulator, useSimulator } from '../support/simulated';
import {
	fileOf,
	itemWith,
	sendFiles,
	storedFile,
	useStoredFiles,
	type Sending,
} from '../support/stored-files';

useSimulator();
useShortWaits();
const n8n = useStoredFiles();

const mb = 1024 * 1024;
const several = (count: number, bytes = 1) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${String(index)}`, fileOf(bytes)]));
const all = { inputDataFieldNames: '={{ Object.keys($binary ?? {}) }}' };
const asText = { operation: 'sendText', message: 'Hello', from: leased.sms };
const inMemory = { data: 'aGk=', mimeType: 'text/plain', fileName: 'a.txt' };
const remote = { baseUrl: 'https://api.example.com' };

/** Files that are not sent: what the error says, what to do, and with which parameters and settings. */
type Refused = [string, IBinaryKeyData, error: RegExp, remedy: RegExp, INodeParameters?, Sending?];

const photo = { photo: fileOf(1) };
const names = (...inputDataFieldNames: string[]) => ({ inputDataFieldNames });
const at = (rest: string) => ({ ...remote, rest });
const noType = storedFile('', { fileName: 'a', mimeType: 'application/octet-stream' });
const further = /^Send the rest with a further message\.$/;
const toUrl = /N8N_WEBHOOK_URL/;

const refused: Refused[] = [
	['a wrong name', { data: fileOf(1), b: fileOf(1) }, /no file in "photo"/, /files are in data, b: give/],
	[
		'the name of what every object has',
		{ a: fileOf(1) },
		/no file in "constructor"/,
		/in a: give/,
		names('constructor'),
	],
	['an empty file', { photo: fileOf(0, 'menu.pdf') }, /"photo" is empty/, /in front/],
	['no files', {}, /no file in "photo"/, /It has no files: see which node/],
	[
		'a file that is no longer there',
		{ photo: { ...fileOf(1), id: 'filesystem-v2:gone' } },
		/n8n cannot read the file in "photo"/,
		/gone with the execution that it is of/,
	],
	['a file in memory', { photo: inMemory }, /in memory/, /N8N_DEFAULT_BINARY_DATA_MODE/],
	[
		'an n8n on localhost',
		photo,
		/n8n at its address "http:\/\/localhost:5678"/,
		toUrl,
		{},
		at('http://localhost:5678/rest'),
	],
	[
		'a local n8n with https',
		photo,
		/n8n at its address "https:\/\/localhost"/,
		toUrl,
		{},
		at('https://localhost/rest'),
	],
	[
		'an n8n without https',
		photo,
		/n8n at its address "http:\/\/n8n\.example\.com"/,
		/public https/,
		{},
		at('http://n8n.example.com/rest'),
	],
	['an n8n without an address', photo, /n8n at its address ""/, toUrl, {}, at('/rest')],
	['eleven files', several(11), /hold 11 files, the service takes at most 10/, further, all],
	[
		'ten files and an address',
		several(10),
		/hold 11 files/,
		further,
		{ ...all, attachments: ['https://example.com/a.jpg'] },
	],
	['four files of a text message', several(4), /hold 4 files, .* at most 3/, further, { ...asText, ...all }],
	[
		'50 MB and a byte',
		{ ...several(2, 25 * mb), last: fileOf(1) },
		/have 50\.1 MB together, .* at most 50 MB/,
		further,
		all,
	],
	[
		'5 MB and a byte of a text message',
		{ photo: fileOf(5 * mb + 1) },
		/have 5\.1 MB together, .* at most 5 MB/,
		further,
		asText,
	],
	['no extension and no type', { photo: noType }, /"photo" has no extension/, /invoice\.pdf/],
	[
		'something that is no name',
		photo,
		/holds something that is not text/,
		/list of texts/,
		{ inputDataFieldNames: '={{ new Map() }}' },
	],
	[
		'an expression without a value',
		photo,
		/Input Data Field Names \(entry 1\) has an expression without a value/,
		/Check the names/,
		names('={{ $json.file }}'),
	],
];

test.each(refused)(
	'not sent, with the remedy: %s',
	async (_, binary, message, description, parameters = {}, settings = {}) => {
		const finished = await sendFiles([itemWith(binary)], parameters, settings);
		const [row] = finished.json();
		expect(row).toMatchObject({ status: 'failed', reason: expect.stringMatching(message) });
		expect(row?.details).toMatchObject({
			outcome: 'notSent',
			description: expect.stringMatching(description),
		});
		expect(JSON.stringify(finished.run.data)).not.toContain('token=');
		expect([...simulator().requests, ...n8n.fetched]).toEqual([]);
	},
);

test.each([
	['ten files of 50 MB together', several(10, 5 * mb), all, 10],
	['three of 5 MB of a text message', several(3, (5 * mb) / 3), { ...asText, ...all }, 3],
])('sent: %s', async (_, binary, parameters, count) => {
	await sendFiles([itemWith(binary)], parameters);
	const [sent] = simulator().outbox;
	expect(sent?.attachments).toHaveLength(count);
});
