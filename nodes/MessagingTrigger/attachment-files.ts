import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { withinLimit } from '../shared/service/http';
import { isEncoded, requestSettings } from '../shared/service/request-options';
import { chunksOf } from '../shared/service/body';
import { credentialType, serviceBaseUrl } from '../shared/service/service-address';
import { fileName, mimeType, type Attachment } from './service-event';

const pageType = /^(?:text\/html|application\/xhtml\+xml)$/i;
const pageName = /\.x?html?$/i;

/** Files that can hold no page. */
const mediaType = /^(?:image|audio|video)\/|^application\/pdf$/i;
const mediaName =
	/\.(?:jpe?g|png|gif|webp|bmp|tiff?|hei[cf]|svg|mp[34]|m4[av]|mov|3gp|amr|caf|aac|ogg|opus|wav|webm|pdf)$/i;

/** How a page begins, perhaps behind a byte order mark. */
const page =
	/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|body)\b/i;

/** How many bytes tell a page from another file. */
const beginning = 1024;

/** Bytes below the tab, which no text has. */
function isText(bytes: Buffer): boolean {
	return bytes.every((byte) => byte >= 9);
}

/** What the type and the name of a file say that it is; '' where they say nothing. */
function kindOf(type: string, name: string): 'page' | 'media' | 'other' | '' {
	if (pageType.test(type) || pageName.test(name)) return 'page';
	if (type === '' && !/\.\w+$/.test(name)) return '';
	return (type === '' ? mediaName.test(name) : mediaType.test(type)) ? 'media' : 'other';
}

/**
 * Whether a server has answered with a web page, such as a login, in place of a file of this type and name ('' for none). `served`
 * is the type that the server says.
 */
function isPageInstead(bytes: Buffer, served: string, type: string, name: string): boolean {
	const kind = kindOf(type, name);
	const begin = bytes.subarray(0, beginning);
	const isServedAsPage = pageType.test(served);
	const isPage = page.test(begin.toString('latin1'));
	if (kind === 'media') return isPage || (isServedAsPage && isText(begin));
	return kind === 'other' && isPage && isServedAsPage;
}

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

interface Downloads {
	run: IExecuteFunctions;
	base: URL;
	/** What the credential says of every request: the domains that it allows. */
	http: Partial<IHttpRequestOptions>;
	signal: AbortSignal;
	bytesLeft: number;
}

/** What one server may read as another path than the next one does: dots, slashes and the like, encoded or not. */
const ambiguous = /%(?:25|2e|2f|3b|5c|7f|[01])|[\\;]|\/\.\./i;

/** Whether an address is where the service keeps the files of messages (public material). A URL has no dot segments. */
function isKeptByService({ origin, pathname }: URL, base: URL): boolean {
	const folder = `${base.pathname.replace(/\/$/, '')}/attachments/`;
	const isClear = isEncoded(pathname) && !ambiguous.test(pathname);
	return origin === base.origin && pathname.startsWith(folder) && isClear;
}

function redirectIn({ statusCode, headers }: StreamedResponse): string | undefined {
	return statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
}

/**
 * The file at an address. The token goes only where the service keeps files, and not where another origin leads, so n8n's
 * client follows no redirect.
 */
async function fileAt(
	downloads: Downloads,
	url: URL,
	isNamedByService = true,
	redirectsLeft = 3,
): Promise<StreamedResponse> {
	const { run, base, http, signal } = downloads;
	const isOfService = isNamedByService && url.origin === base.origin;
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
	const answer = (await (isOfService && isKeptByService(url, base)
		? run.helpers.httpRequestWithAuthentication.call(run, credentialType, options)
		: run.helpers.httpRequest(options))) as StreamedResponse;
	if (answer.statusCode === 200) return answer;
	answer.body.destroy();
	const location = redirectIn(answer);
	if (!location || redirectsLeft === 0) {
		throw new Error(`The server answered with status ${answer.statusCode}`);
	}
	return await fileAt(downloads, new URL(location, url), isOfService, redirectsLeft - 1);
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
	const name = filename ?? fileName(address.pathname);
	const [said, served] = [mime, mimeType(headers['content-type'])].map((one) =>
		one === null || /octet-stream$/i.test(one) ? '' : one,
	) as [string, string];
	if (isPageInstead(bytes, served, said, name ?? '')) throw new Error('The server answered with a web page');
	// Where neither says one, n8n has it of the name or of the bytes.
	const type = said || served || undefined;
	return await downloads.run.helpers.prepareBinaryData(bytes, name ?? undefined, type);
}

/**
 * The item with the files of its message as binary data, `attachment_0` and so on. A file that cannot be had is listed in
 * `error` of its attachment and holds nothing up; what n8n says of it names no token.
 */
export async function withAttachments(
	run: IExecuteFunctions,
	json: IDataObject,
): Promise<INodeExecutionData> {
	const attachments = (json.attachments ?? []) as Attachment[];
	if (attachments.length === 0) return { json };
	const credential = await run.getCredentials(credentialType);
	const base = new URL(serviceBaseUrl(credential.baseUrl));
	const { http } = requestSettings(run.getNode(), credential);
	const binary: NonNullable<INodeExecutionData['binary']> = {};
	const listed: IDataObject[] = attachments.map((attachment, index) => ({
		...attachment,
		error: index < maxFiles ? 'Not in time' : `Only the first ${maxFiles} files are downloaded`,
	}));
	const downloadAll = async (signal: AbortSignal) => {
		const downloads: Downloads = { run, base, http, signal, bytesLeft: maxBytes };
		for (const [index, attachment] of attachments.slice(0, maxFiles).entries()) {
			try {
				binary[`attachment_${index}`] = await download(downloads, attachment);
				listed[index] = { ...attachment };
			} catch (error) {
				listed[index] = { ...attachment, error: (error as Error).message };
			}
		}
	};
	await withinLimit(downloadLimitMs, downloadAll, run.getExecutionCancelSignal()).catch(() => undefined);
	return { json: { ...json, attachments: listed }, binary };
}
