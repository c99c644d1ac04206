import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from '@sinclair/typebox';
import type { SimulatorState } from './state';

const ownHost = 'http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?::\\d+)?';

/** Where addresses stand on this machine, by their beginnings. */
export const filesAt = Type.Record(
	Type.String({ pattern: '^https?://[^/]+$' }),
	Type.String({ pattern: `^${ownHost}$` }),
);

/** What became of a file at an address of a message. */
export interface MessageFile {
	url: string;
	/** Undefined where the address is not on this machine, and so was not asked for. */
	fetched?: { type: string; bytes: number; sha256: string };
	/** Why it could not be fetched. */
	problem?: string;
}

const fetchLimitMs = 10_000;

/** Bytes of files that are kept, the latest ones. */
const keptBytes = 200 * 1024 * 1024;

/** Types that the page shows as pictures; all others could be more than that. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isPicture({ fetched }: MessageFile): boolean {
	return pictures.includes(fetched?.type ?? '');
}

/** The name at the end of an address. */
export function nameIn(url: string): string {
	const { pathname, search } = new URL(url);
	const [name = url] = /[^/=&?]+\.[A-Za-z0-9]+$/.exec(search) ?? /[^/]+$/.exec(pathname) ?? [];
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** The files of messages: fetched from this machine alone, and kept by their content. */
export class Files {
	private readonly kept = new Map<string, { type: string; content: Buffer }>();

	/** The address on this machine; undefined for any other. */
	private place(url: string, places: Record<string, string>): string | undefined {
		const [from = '', to = ''] = Object.entries(places).find(([one]) => url.startsWith(`${one}/`)) ?? [];
		const place = `${to}${url.slice(from.length)}`;
		return new RegExp(`^${ownHost}/`).test(place) ? place : undefined;
	}

	/** Keeps a file, which is then known by the hash of its content. */
	keep(url: string, type: string, content: Buffer): MessageFile {
		const sha256 = createHash('sha256').update(content).digest('hex');
		this.kept.delete(sha256);
		this.kept.set(sha256, { type, content });
		let sum = 0;
		for (const [key, file] of [...this.kept].reverse()) {
			sum += file.content.length;
			if (sum > keptBytes) this.kept.delete(key);
		}
		return { url, fetched: { type, bytes: content.length, sha256 } };
	}

	/** The bytes of a file that was fetched. */
	content(sha256: string): { type: string; content: Buffer } | undefined {
		return this.kept.get(sha256);
	}

	clear(): void {
		this.kept.clear();
	}

	/** Fetches the files at these addresses that are on this machine, at most `maxBytes` of all. */
	async fetch(
		urls: readonly string[],
		places: Record<string, string>,
		maxBytes: number,
	): Promise<MessageFile[]> {
		const files: MessageFile[] = [];
		let left = maxBytes;
		for (const url of urls) {
			const place = this.place(url, places);
			const file = place === undefined ? { url } : await this.fetchOne(url, place, left);
			left -= file.fetched?.bytes ?? 0;
			files.push(file);
		}
		return files;
	}

	private async fetchOne(url: string, place: string, maxBytes: number): Promise<MessageFile> {
		try {
			const signal = AbortSignal.timeout(fetchLimitMs);
			const response = await fetch(place, { redirect: 'error', signal });
			const chunks: Uint8Array[] = [];
			let bytes = 0;
			if (!response.ok) return { url, problem: `it answers ${response.status}` };
			const body = response.body as AsyncIterable<Uint8Array> | null;
			for await (const chunk of body ?? []) {
				chunks.push(chunk);
				bytes += chunk.length;
				if (bytes > maxBytes) return { url, problem: 'the files are too large together' };
			}
			const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
			return this.keep(url, type, Buffer.concat(chunks));
		} catch (error) {
			const { message, cause } = error as Error;
			return { url, problem: cause instanceof Error ? cause.message || message : message };
		}
	}
}

/** Shows files that were fetched: pictures in the page, others as downloads. */
export async function fileRoutes(
	server: FastifyInstance,
	{ state }: { state: SimulatorState },
): Promise<void> {
	server.get<{ Params: { sha256: string } }>('/admin/files/:sha256', async ({ params }, reply) => {
		const file = state.files.content(params.sha256);
		if (!file) return await reply.code(404).send();
		void reply.header('x-content-type-options', 'nosniff');
		if (!pictures.includes(file.type)) void reply.header('content-disposition', 'attachment');
		const type = pictures.includes(file.type) ? file.type : 'application/octet-stream';
		return await reply.type(type).send(file.content);
	});
}
