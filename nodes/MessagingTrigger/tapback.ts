import { visible } from '../shared/input/words';

/** A tapback that comes as a text, since SMS knows none. */
export interface Tapback {
	/** As the service names it, else its emoji; `sticker`; `removed` for one that was taken back. */
	reaction: string;
	/** What it quotes; '' for a file. */
	quoted: string;
}

/** What iPhones and Android phones write, in English: what was done, and the message. */
const written =
	/^(Loved|Liked|Disliked|Laughed at|Emphasi[sz]ed|Questioned|(?:Reacted )?[\p{So}‼][^\s\p{L}\p{N}]* to|Reacted with a sticker to|Removed .{1,40} from) (?:[“"](.+)[”"]|an? (?:image|photo|movie|video|audio message|attachment))$/su;

const names: ReadonlyArray<[deed: RegExp, reaction: string]> = [
	[/^Removed/, 'removed'],
	[/^Loved|❤/u, 'love'],
	[/^Liked|👍/u, 'like'],
	[/^Disliked|👎/u, 'dislike'],
	[/^Laughed|😂/u, 'laugh'],
	[/^Emphasi|‼/u, 'emphasize'],
	[/^Questioned|❓/u, 'question'],
	[/sticker/, 'sticker'],
];

/** The tapback that a text is; undefined for the words of a person. */
export function tapbackIn(text: string): Tapback | undefined {
	const [, deed, quoted = ''] = written.exec(visible(text).trim()) ?? [];
	if (deed === undefined) return undefined;
	const [, reaction = deed.replace(/^Reacted | to$/g, '')] = names.find(([one]) => one.test(deed)) ?? [];
	return { reaction, quoted: quoted.trim() };
}
