import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { serviceOperations } from '../shared/contract/contract';
import { requestSettings } from '../shared/delivery/request/request-settings';
import { withinLimit } from '../shared/delivery/request/attempt';
import { chunksOf } from '../shared/service/answer';
import { credentialType, serviceBaseUrl } from '../shared/service/service-address';
import { fileName, mimeType, type Attachment } from './event-item';

/** Bytes that the files of a message may have together, as many as one that is sent (section 8). */
const maxBytes = 50 * 1024 * 1024;

/** How long all files of a message may take, in milliseconds. */
const downloadLimitMs = 60_000;

/** Files of a message that are downloaded. */
const maxFiles = 50;

interface StreamedResponse {
	statusCode: number;
	headers: { location?: string; 'content-type'?: string };
	body: AsyncIterable<Buffer> & { destroy(): void };
}

/** The names with which the paths of the service's operations begin. */
const operationRoots = new Set(Object.values(serviceOperations).map(({ path }) => path.split('/')[1]));

/** Whether an address may be one of an operation, however it is spelled and whatever path the base URL has. */
function isOfOperation({ pathname }: URL): boolean {
	const segments = decodeURIComponent(pathname)
		.toLowerCase()
		.split(/[/\\;]/);
	return segments.some((segment) => operationRoots.has(segment.trim()));
}

/**
 * Downloads the files of a message. The token goes to files at the origin of the base URL only, not to the service's
 * operations, and not where another origin leads, so n8n's client follows no redirect.
 */
function downloads(
	run: IExecuteFunctions,
	serviceOrigin: string,
	http: Partial<IHttpRequestOptions>,
	signal: AbortSignal,
) {
	let bytesLeft = maxBytes;
	const fileAt = async (url: URL, isNamedByService = true, redirectsLeft = 3): Promise<StreamedResponse> => {
		const isOfService = isNamedByService && url.origin === serviceOrigin;
		if (url.protocol !== 'https:' && !isOfService) throw new Error('The address is not https');
		const options: IHttpRequestOptions = {
			...http,
			method: 'GET',
			url: url.href,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: signal,
		};
		const answer = (await (isOfService && !isOfOperation(url)
			? run.helpers.httpRequestWithAuthentication.call(run, credentialType, options)
			: run.helpers.httpRequest(options))) as StreamedResponse;
		if (answer.statusCode === 200) return answer;
		answer.body.destroy();
		const { location } = answer.headers;
		const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
		if (!isRedirect || !location || redirectsLeft === 0) {
			throw new Error(`The server answered with status ${answer.statusCode}`);
		}
		return await fileAt(new URL(location, url), isOfService, redirectsLeft - 1);
	};
	return async ({ url, filename, mime }: Attachment) => {
		const address = new URL(url);
		const { headers, body } = await fileAt(address);
		const chunks: Buffer[] = [];
		for await (const chunk of chunksOf(body, signal)) {
			bytesLeft -= chunk.length;
			if (bytesLeft < 0) throw new Error('The files are longer than 50 MB together');
			chunks.push(chunk);
		}
		const name = filename ?? fileName(address.pathname);
		const type = mime ?? mimeType(headers['content-type']);
		return await run.helpers.prepareBinaryData(Buffer.concat(chunks), name ?? undefined, type ?? undefined);
	};
}

/**
 * The item with the files of its message as binary data, `attachment_0` and so on. A file that cannot be had is listed in
 * `error` of its attachment and holds nothing up; what n8n says of it names no token.
 */
export async function withAttachments(
	run: IExecuteFunctions,
	json: IDataObject,
): Promise<INodeExecutionData> {
	const attachments = (json.attachments ?? []) as unknown as Attachment[];
	if (attachments.length === 0) return { json };
	const credential = await run.getCredentials(credentialType);
	const serviceOrigin = new URL(serviceBaseUrl(credential.baseUrl)).origin;
	const { http } = requestSettings(run.getNode(), credential);
	const binary: NonNullable<INodeExecutionData['binary']> = {};
	const listed: IDataObject[] = attachments.map((attachment, index) => ({
		...attachment,
		error: index < maxFiles ? 'Not in time' : `Only the first ${maxFiles} files are downloaded`,
	}));
	const downloadAll = async (signal: AbortSignal) => {
		const download = downloads(run, serviceOrigin, http, signal);
		for (const [index, attachment] of attachments.slice(0, maxFiles).entries()) {
			try {
				binary[`attachment_${index}`] = await download(attachment);
				listed[index] = { ...attachment };
			} catch (error) {
				listed[index] = { ...attachment, error: (error as Error).message };
			}
		}
	};
	await withinLimit(downloadLimitMs, downloadAll, run.getExecutionCancelSignal()).catch(() => undefined);
	return { json: { ...json, attachments: listed }, binary };
}
