import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IBinaryKeyData, INodeParameters } from 'n8n-workflow';

import { restApi, runWorkflow, workflowAround, type Finished } from './engine';
import { serve } from './serve';
import { credential, plainImessage, simulator } from './simulated';

/** What n8n has of a file. */
interface Stored {
	bytes: Buffer;
	mimeType?: string;
}

const stored = new Map<string, Stored>();

let ids = 0;

function newId(): string {
	ids += 1;
	return `file-${String(ids)}`;
}

const service = new BinaryDataService(
	{ mode: 'filesystem', signingSecret: 'secret of the tests' } as never,
	undefined as never,
	undefined as never,
);
service.setManager('filesystem-v2', {
	getMetadata: async (id: string) => {
		const file = stored.get(id);
		if (!file) throw new Error(`No such file: ${id}`);
		return await Promise.resolve({ fileSize: file.bytes.length });
	},
	// n8n hands on what it reads here as it comes.
	getAsStream: async (id: string) => await Promise.resolve(stored.get(id)?.bytes),
	store: async (_place: unknown, bytes: Buffer, { mimeType }: Partial<IBinaryData>) => {
		const fileId = newId();
		stored.set(fileId, { bytes, mimeType });
		return await Promise.resolve({ fileId, fileSize: bytes.length });
	},
} as never);

/** A file that n8n has stored, as an item holds it. `given` says it otherwise. */
export function storedFile(bytes: Buffer | string, given: Partial<IBinaryData> = {}): IBinaryData {
	const id = newId();
	const file = { bytes: Buffer.from(bytes), mimeType: given.mimeType ?? 'image/png' };
	stored.set(id, file);
	return {
		id: `filesystem-v2:${id}`,
		data: 'filesystem-v2',
		mimeType: file.mimeType,
		bytes: file.bytes.length,
		...given,
	};
}

/** A file that a webhook has received, as n8n stores it until the execution ends; what moves it then. */
export function receivedFile(bytes: Buffer, fileName: string) {
	const file = storedFile(bytes, { fileName });
	const [mode, id = ''] = String(file.id).split(':');
	const place = `workflows/test/executions/temp/binary_data/${id}`;
	stored.set(place, stored.get(id) as Stored);
	stored.delete(id);
	return { file: { ...file, id: `${String(mode)}:${place}` }, move: () => stored.delete(place) };
}

/** A file of so many bytes, of which there are none. */
export function fileOf(bytes: number, fileName = 'photo.png'): IBinaryData {
	return storedFile('', { fileName, bytes });
}

/** An item with files by the names of their fields. */
export function itemWith(binary: IBinaryKeyData, to = '+12025550160') {
	return { json: { to }, binary };
}

/** n8n serves the files of the tests as its controller of signed addresses does. */
export function useStoredFiles(): { fetched: string[] } {
	const served = { fetched: [] as string[] };
	let stop = () => {};
	const usual = Container.get(BinaryDataService);
	beforeAll(async () => {
		Container.set(BinaryDataService, service);
		const server = await serve(async (request, _, response) => {
			const { pathname, searchParams } = new URL(String(request.url), 'http://localhost');
			served.fetched.push(String(request.url));
			const id = service.validateSignedToken(searchParams.get('token') ?? '').split(':')[1] ?? '';
			const file = pathname === '/rest/binary-data/signed' ? stored.get(id) : undefined;
			response.writeHead(file ? 200 : 404, { 'content-type': file?.mimeType ?? 'text/plain' });
			await Promise.resolve(response.end(file?.bytes));
		});
		stop = server.stop;
		restApi.url = `${server.url}/rest`;
	});
	afterAll(() => {
		stop();
		restApi.url = '';
		Container.set(BinaryDataService, usual);
	});
	beforeEach(() => {
		served.fetched.length = 0;
	});
	return served;
}

/** Sends the file in the field `photo`. */
export const oneField: INodeParameters = { inputDataFieldNames: ['photo'] };

export interface Sending {
	baseUrl?: string;
	mode?: 'manual' | 'trigger';
	rest?: string;
}

/** Sends the files of items with further parameters. */
export async function sendFiles(
	items: Array<ReturnType<typeof itemWith>>,
	parameters: INodeParameters = {},
	{ baseUrl = simulator().url, mode = 'trigger', rest = restApi.url }: Sending = {},
): Promise<Finished> {
	const all = { ...plainImessage, ...oneField, ...parameters };
	const json = workflowAround('phoneServiceMessaging', all, [], { onError: 'continueRegularOutput' });
	const own = restApi.url;
	restApi.url = rest;
	try {
		return await runWorkflow(
			json,
			{ ...credential(), baseUrl },
			{ pinData: { Items: items as never }, mode },
		);
	} finally {
		restApi.url = own;
	}
}
