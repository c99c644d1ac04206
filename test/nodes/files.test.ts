/** Files of items that go out with messages: n8n serves them, and the service fetches them (sections 4.3, 4.4 and 8). */
import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import { useShortWaits } from '../support/clock';
import { node, runWorkflow, serviceNode, workflowAround } from '../support/engine';
import { serve } from '../support/serve';
import { credential, leased, plainImessage, simulator, useSimulator } from '../support/simulated';
import {
	fileOf,
	itemWith,
	oneField,
	receivedFile,
	sendFiles,
	storedFile,
	useStoredFiles,
} from '../support/stored-files';

useSimulator({ sendRate: false });
useShortWaits();
useStoredFiles();

const photo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);

async function sentWith(binary: IBinaryKeyData, parameters: INodeParameters = {}) {
	const finished = await sendFiles([itemWith(binary)], parameters);
	return { finished, attachments: simulator().outbox.flatMap((message) => [...message.attachments]) };
}

const between = { to: '+12025550160', from: leased.sms };

test.each<[string, INodeParameters]>([
	['sendImessage', {}],
	['sendWhatsapp', { message: 'Hello', from: leased.whatsapp }],
	['sendText', { message: 'Hello', from: leased.sms }],
	[
		'reply',
		{
			conversation: 'chosen',
			channel: 'text',
			to: between.to,
			from: between.from,
			message: '',
		},
	],
])('%s: a file of the item comes to the service, byte for byte', async (operation, parameters) => {
	const { finished, attachments } = await sentWith(
		{ photo: storedFile(photo, { fileName: 'menu card.png' }) },
		{ operation, ...parameters },
	);
	expect(finished.json()).toMatchObject([{ status: 'accepted' }]);
	expect(attachments).toEqual([expect.stringMatching(/^http:.*\?token=[\w.-]+&file=\/menu%20card\.png$/)]);
	const [file] = simulator().outbox.flatMap(({ files }) => files);
	expect(file?.fetched).toMatchObject({ type: 'image/png', bytes: photo.length });
	expect(simulator().files.content(String(file?.fetched?.sha256))?.content).toEqual(photo);
});

test('the file of a webhook or a form can be fetched also when n8n has moved it, and goes to a list from one copy', async () => {
	const { file, move } = receivedFile(photo, 'menu card.png');
	const people = ['+12025550160', '+12025550161'];
	await sendFiles(people.map((to) => itemWith({ photo: file }, to)));
	const { outbox } = simulator();
	expect(outbox.map(({ to }) => to).toSorted()).toEqual(people);
	move();
	const ids = new Set<unknown>();
	for (const url of outbox.flatMap(({ attachments }) => [...attachments])) {
		const answer = await fetch(url);
		expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, photo]);
		const [, payload = ''] = (new URL(url).searchParams.get('token') ?? '').split('.');
		ids.add((JSON.parse(Buffer.from(payload, 'base64url').toString()) as { id: string }).id);
	}
	expect(ids.size).toBe(1);
});

test('files count with Attachments, several names in one text, each once, and no text is needed', async () => {
	const { attachments } = await sentWith(
		{ a: fileOf(1, 'a.pdf'), b: fileOf(1, 'b.pdf') },
		{
			message: '',
			attachments: ['https://example.com/picture.jpg'],
			inputDataFieldNames: ['a, b', 'a'],
		},
	);
	expect(attachments).toEqual([
		'https://example.com/picture.jpg',
		expect.stringMatching(/\/a\.pdf$/),
		expect.stringMatching(/\/b\.pdf$/),
	]);
});

test('all files of an item by an expression; an item without any is sent without', async () => {
	const items = [itemWith({ x: fileOf(1), y: fileOf(1) }), { json: { to: '+12025550161' } }];
	await sendFiles(items as never, { inputDataFieldNames: ['={{ Object.keys($binary ?? {}) }}'] });
	const sent = simulator().outbox.map(({ to, attachments }) => [to, attachments.length]);
	expect(sent.sort()).toEqual([
		['+12025550160', 2],
		['+12025550161', 0],
	]);
});

test('where n8n keeps files in the JSON of an item, they are found by the same names', async () => {
	const json = { to: '+12025550160', _files: { photo: fileOf(1) } } as unknown as { to: string };
	await sendFiles([{ json, binary: {} }]);
	expect(simulator().outbox).toMatchObject([{ attachments: [expect.stringMatching(/\/photo\.png$/)] }]);
});

test.each([
	[
		'a name without an extension takes that of n8n',
		{ fileName: 'invoice', fileExtension: 'pdf' },
		'invoice.pdf',
	],
	['or of its type', { fileName: 'invoice', mimeType: 'application/pdf' }, 'invoice.pdf'],
	['a text file', { fileName: 'notes', mimeType: 'text/plain; charset=utf-8' }, 'notes.txt'],
	['a song', { fileName: 'song', mimeType: 'audio/mpeg' }, 'song.mp3'],
	[
		'a number behind a dot is none',
		{ fileName: 'invoice 11.2026', mimeType: 'application/pdf' },
		'invoice 11.2026.pdf',
	],
	['no name at all', { mimeType: 'image/jpeg' }, 'photo.jpeg'],
	['an extension alone', { fileName: '.jpg', mimeType: 'image/jpeg' }, '.jpg.jpeg'],
	['odd characters', { fileName: 'Menü #1 & 50% "off"? ((€))/x=.pdf' }, 'Menü #1 & 50% "off"? ((€))/x=.pdf'],
	['half of an emoji', { fileName: `${'🎉'.slice(0, 1)}a.pdf` }, 'a.pdf'],
	['blanks around it', { fileName: ' a.mp4 ' }, 'a.mp4'],
])('the name of a file survives: %s', async (_, given, name) => {
	const { attachments } = await sentWith({ photo: storedFile(photo, given) });
	const [address = ''] = attachments;
	expect(decodeURIComponent(address.replace(/^.*&file=\//, ''))).toBe(name);
	expect(new URL(address).hash).toBe('');
	expect((await fetch(address)).status).toBe(200);
});

const mb = 1024 * 1024;

test('where an item does not say the size of a file, n8n is asked, and the items keep their order', async () => {
	const unsized = storedFile(Buffer.alloc(5 * mb + 1), { fileName: 'a.png', bytes: undefined });
	const small = storedFile(photo, { fileName: 'b.png', bytes: undefined });
	const gone = { ...small, id: 'filesystem-v2:gone' };
	const people = ['+12025550160', '+12025550161', '+12025550162', '+12025550163'];
	const items = [unsized, small, fileOf(1), gone].map((file, index) =>
		itemWith({ photo: file }, people[index]),
	);
	const rows = (await sendFiles(items, { operation: 'sendText', message: 'Hello', from: leased.sms })).json();
	expect(rows.map(({ status }) => status)).toEqual(['failed', 'accepted', 'accepted', 'failed']);
	expect(rows[0]?.reason).toMatch(/5\.1 MB/);
	expect(simulator().outbox.map(({ to }) => to)).toEqual(people.slice(1, 3));
});

describe('the record', () => {
	const people = ['+12025550160', '+12025550161'];
	const list = (name = 'a.png', bytes = 5) =>
		people.map((to) => itemWith({ photo: fileOf(bytes, name) }, to));

	test('knows a file by name, type and size, not by its address: a second manual run sends nothing', async () => {
		await sendFiles(list(), {}, { mode: 'manual' });
		const again = await sendFiles(list(), {}, { mode: 'manual' });
		expect(again.json()).toMatchObject(people.map(() => ({ already_sent: true })));
		const [one, other] = simulator().outbox.map(({ attachments }) => attachments[0]);
		expect(simulator().outbox).toHaveLength(2);
		expect(one).not.toBe(other);
	});

	test.each([
		['name', 'b.png', 5],
		['size', 'a.png', 6],
	])('takes a file of another %s for another message', async (_, name, bytes) => {
		await sendFiles(list(), {}, { mode: 'manual' });
		await sendFiles(list(name, bytes), {}, { mode: 'manual' });
		expect(simulator().outbox).toHaveLength(4);
	});

	test('has a Retry send what is missing, with a new address', async () => {
		simulator().fault({ kind: 'status', status: 400, match: { number: people[1] } });
		const json = workflowAround('phoneServiceMessaging', { ...plainImessage, ...oneField });
		const failed = await runWorkflow(json, credential(), { pinData: { Items: list() as never } });
		expect(failed.error?.message).toBeDefined();
		await failed.retry();
		expect(simulator().outbox.map(({ to }) => to)).toEqual(people);
		expect(simulator().outbox[1]?.attachments).toHaveLength(1);
	});
});

test('a dry run says the names and sizes of the files, and no address', async () => {
	const binary = { a: fileOf(1_500, 'a.pdf'), b: fileOf(3 * mb, 'b.pdf') };
	const { finished } = await sentWith(binary, { inputDataFieldNames: ['a, b'], options: { dryRun: true } });
	expect(finished.json()).toMatchObject([{ status: 'checked', files: ['a.pdf (2 KB)', 'b.pdf (3 MB)'] }]);
	expect(JSON.stringify(finished.run.data)).not.toContain('token=');
	expect(simulator().requests).toEqual([]);
});

test.each([400, 200])(
	'the address is in nothing that leaves, though the service repeats it, status %i',
	async (status) => {
		let sent = '';
		const echo = await serve(async (_, body, response) => {
			sent = body.toString();
			const [address] = (JSON.parse(sent) as { attachments: string[] }).attachments;
			const object = status === 200 ? 'response' : 'error';
			const data = { message_id: 'imsg_1', error: `Cannot fetch ${String(address)}`, status, echo: sent };
			response.writeHead(status, { 'content-type': 'application/json' });
			const envelope = { id: 'req_1', timestamp: 1, api_version: 'v2026.11.20', object, data };
			await Promise.resolve(response.end(JSON.stringify(envelope)));
		});
		try {
			const finished = await sendFiles([itemWith({ photo: fileOf(1) })], {}, { baseUrl: echo.url });
			const token = /token=([\w.-]+)/.exec(sent)?.[1] ?? 'none';
			expect(token.length).toBeGreaterThan(50);
			expect(JSON.stringify(finished.json())).toContain('token=***');
			expect(JSON.stringify(finished.run.data)).not.toContain(token);
			expect(sent).not.toContain(credential().accessToken);
		} finally {
			echo.stop();
		}
	},
);

describe('as a tool of an agent', () => {
	async function told(binaries: IBinaryKeyData[], parameters: INodeParameters = {}): Promise<unknown[]> {
		const items = binaries.map((binary) => itemWith(binary));
		const tool = {
			toolDescription: 'A tool',
			...plainImessage,
			to: '+12025550160',
			...oneField,
			...parameters,
		};
		const json = {
			nodes: [
				node('Items', 'items', { items: [] }),
				node('Agent', 'agent', {}),
				serviceNode('Tool', 'phoneServiceMessagingTool', tool),
			],
			connections: {
				Items: { main: [[{ node: 'Agent', type: 'main' as const, index: 0 }]] },
				Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool' as const, index: 0 }]] },
			},
		};
		const finished = await runWorkflow(json, credential(), { pinData: { Items: items as never } });
		return finished.json('Agent').map(({ answer }: IDataObject) => answer);
	}

	test('sends the files of the item that the agent works on', async () => {
		expect(await told([{ photo: fileOf(1) }])).toEqual([expect.stringContaining('imsg_')]);
		expect(simulator().outbox).toMatchObject([{ attachments: [expect.stringMatching(/\/photo\.png$/)] }]);
	});

	test.each<[string, IBinaryKeyData[], INodeParameters, RegExp]>([
		[
			'which files, by the model',
			[{ photo: fileOf(1) }],
			{ inputDataFieldNames: ["={{ $fromAI('to') }}"] },
			/left to the model/,
		],
		[
			'of one of several items',
			[{ photo: fileOf(1) }, { photo: fileOf(1) }],
			{},
			/several items.*Loop Over Items/,
		],
		['that the item does not have', [{}], {}, /no file in "photo"/],
	])('does not send files %s', async (_, binaries, parameters, error) => {
		const answers = await told(binaries, parameters);
		expect(answers).toEqual(binaries.map(() => expect.stringMatching(error)));
		expect(simulator().requests).toEqual([]);
	});
});
