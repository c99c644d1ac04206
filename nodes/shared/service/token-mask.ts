/** Takes the token out of a text. */
export type Mask = (text: string) => string;

/** A shorter token could be guessed, and stands in many a word. */
const shortestToken = 6;

/** What the token looks like inside a longer text in base64, by where in it the token begins. */
function base64Forms(token: string): string[] {
	return [0, 1, 2].map((before) => {
		const spelled = btoa('\0'.repeat(before) + token).replace(/=+$/, '');
		const begin = Math.ceil((before * 4) / 3);
		return spelled.slice(begin, Math.floor(((before + token.length) * 4) / 3));
	});
}

function formsOf(token: string): string[] {
	const base64 = base64Forms(token);
	const base64Url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
	return [...new Set([token, encodeURIComponent(token), ...base64, ...base64Url])];
}

/**
 * Takes a token out of texts that the service or somebody on the way wrote: as it is, percent-encoded, and in
 * base64. A token of fewer than 6 characters is left where it is.
 */
export function tokenMask(token: string): Mask {
	if (token.length < shortestToken) return (text) => text;
	const forms = formsOf(token);
	return (text) => forms.reduce((masked, form) => masked.replaceAll(form, '***'), text);
}
