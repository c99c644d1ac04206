import type { MessageBody, MessageFile } from '../service/service-request';

/**
 * What storage writes into the address of a file each time it signs it: the parameters by which such an address is known, and all
 * that belong to the signature.
 */
const signatures: Array<[mark: RegExp, all: RegExp]> = [
	[/^x-(?:amz|goog)-/, /^x-(?:amz|goog)-/],
	[/^x-(?:oss|tos)-signature$/, /^x-(?:oss|tos)-(?!process$)/],
	[/^q-signature$/, /^(?:q|x-cos)-/],
	[
		/^(?:signature|hmac|expires|expiry)$/,
		/^(?:signature|hmac|expires|expiry|policy|key-pair-id|token|(?:aws|oss)?accesskeyid|googleaccessid)$/,
	],
	[/^sig$/, /^(?:sig|si|s[eprstv]|spr|sip|srt|sdd|ses|scid|s[au]oid|sk(?:oid|tid|[estv]))$/],
	[/^hm$/, /^(?:ex|is|hm)$/],
	[/^oh$/, /^(?:oh|oe)$/],
];

/** A token that is signed anew each time, whatever its name. */
const signedToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$|~hmac=[\da-f]+$/;

/** The address of a file without what says how long it is valid. */
function fileAt(address: string): string {
	if (!URL.canParse(address)) return address;
	const url = new URL(address);
	const given = [...url.searchParams];
	const signed = signatures.filter(([mark]) => given.some(([name]) => mark.test(name.toLowerCase())));
	const isOfFile = ([name, value]: [string, string]) =>
		!signedToken.test(value) && !signed.some(([, all]) => all.test(name.toLowerCase()));
	url.search = new URLSearchParams(given.filter(isOfFile)).toString();
	return url.href;
}

/**
 * What a message says and to whom, as others are compared with it: not how it goes, nor how long the links of its files are
 * valid. A file of n8n is its name, type and size.
 */
export function contentOf(body: MessageBody, recipient: string, given?: MessageFile[]): object {
	const attachments = body.attachments?.map(fileAt);
	const files = given?.map(({ name, type, bytes }) => [name, type, bytes]);
	return { ...body, to: recipient, from: undefined, fast_track: undefined, attachments, files };
}
