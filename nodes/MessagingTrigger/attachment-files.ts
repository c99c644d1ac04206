import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { credentialType, serviceBaseUrl } from '../shared/service/service-address';
import { chunksOf } from '../shared/service/answer';
import { withinLimit } from '../shared/delivery/request/attempt';
import type { Attachment } from './event-item';

/** Bytes that the files of a message may have together, as many as one that is sent (section 8). */
const mostBytes = 50 * 1024 * 1024;

/** How long all files of a message may take, in milliseconds. */
const downloadLimitMs = 60_000;

const mostRedirects = 3;

interface StreamedResponse {
	statusCode: number;
	headers: { location?: string; 'content-type'?: string };
	body: AsyncIterable<Buffer> & { destroy(): void };
}

interface Downloads {
	run: IExecuteFunctions;
	serviceOrigin: string;
	signal: AbortSignal;
	bytesLeft: number;
}

/** The file at an address. The token goes to the origin of the base URL only, so n8n's client follows no redirect. */
async function fileAt(downloads: Downloads, url: URL, redirects = 0): Promise<StreamedResponse> {
	const { run, serviceOrigin, signal } = downloads;
	const isOfService = url.origin === serviceOrigin;
	if (url.protocol !== 'https:' && !isOfService) throw new Error('The address is not https');
	const options: IHttpRequestOptions = {
		method: 'GET',
		url: url.href,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: signal,
	};
	const answer = (await (isOfService
		? run.helpers.httpRequestWithAuthentication.call(run, credentialType, options)
		: run.helpers.httpRequest(options))) as StreamedResponse;
	const { statusCode, headers, body } = answer;
	if (statusCode === 200) return answer;
	body.destroy();
	if (statusCode < 300 || statusCode >= 400 || !headers.location || redirects === mostRedirects) {
		throw new Error(`The server answered with status ${statusCode}`);
	}
	return await fileAt(downloads, new URL(headers.location, url), redirects + 1);
}

async function download(downloads: Downloads, { url, filename, mime }: Attachment) {
	const address = new URL(url);
	const { headers, body } = await fileAt(downloads, address);
	const chunks: Buffer[] = [];
	for await (const chunk of chunksOf(body, downloads.signal)) {
		downloads.bytesLeft -= chunk.length;
		if (downloads.bytesLeft < 0) throw new Error('The files are longer than 50 MB together');
		chunks.push(chunk);
	}
	const bytes = Buffer.concat(chunks);
	const name = filename ?? address.pathname.split('/').at(-1);
	return await downloads.run.helpers.prepareBinaryData(bytes, name, mime ?? headers['content-type']);
}

/**
 * The item with the files of its message as binary data, `attachment_0` and so on. A file that cannot be had is told in
 * `error` of its attachment and holds nothing up; what n8n says of it names no token.
 */
export async function withAttachments(
	run: IExecuteFunctions,
	{ json }: INodeExecutionData,
): Promise<INodeExecutionData> {
	const attachments = (json.attachments ?? []) as unknown as Attachment[];
	if (attachments.length === 0) return { json };
	const { baseUrl } = await run.getCredentials(credentialType);
	const serviceOrigin = new URL(serviceBaseUrl(baseUrl)).origin;
	const binary: NonNullable<INodeExecutionData['binary']> = {};
	const told: IDataObject[] = attachments.map((attachment) => ({ ...attachment, error: 'Not in time' }));
	await withinLimit(
		downloadLimitMs,
		async (signal) => {
			const downloads: Downloads = { run, serviceOrigin, signal, bytesLeft: mostBytes };
			for (const [index, attachment] of attachments.entries()) {
				try {
					binary[`attachment_${index}`] = await download(downloads, attachment);
					told[index] = { ...attachment };
				} catch (error) {
					told[index] = { ...attachment, error: (error as Error).message };
				}
			}
		},
		run.getExecutionCancelSignal(),
	).catch(() => undefined);
	return { json: { ...json, attachments: told }, binary };
}
