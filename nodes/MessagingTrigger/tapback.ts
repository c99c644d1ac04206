import { visible } from '../shared/input/words';

/** What iPhones and Android phones write, in English: what was done, and the message. */
const written =
	/^(Loved|Liked|Disliked|Laughed at|Emphasi[sz]ed|Questioned|(?:Reacted )?[\p{So}‼][^\s\p{L}\p{N}]* to|Reacted with a sticker to|Removed .{1,40} from) (?:[“"].+[”"]|an? (?:image|photo|movie|video|audio message|attachment))$/su;

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

/**
 * The reaction of a tapback that comes as a text, since SMS knows none: as the service names it, else its emoji; `sticker`;
 * `removed` for one that was taken back. Undefined for the words of a person.
 */
export function tapbackIn(text: string): string | undefined {
	const [, deed] = written.exec(visible(text).trim()) ?? [];
	if (deed === undefined) return undefined;
	const [, reaction = deed.replace(/^Reacted | to$/g, '')] = names.find(([one]) => one.test(deed)) ?? [];
	return reaction;
}
