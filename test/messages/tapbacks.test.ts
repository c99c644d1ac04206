/** Tapbacks that come as texts: those that a phone writes, and what people write that looks like one. */
import type { INodeParameters } from 'n8n-workflow';

import { tapbackIn } from '../../nodes/MessagingTrigger/tapback';
import { demoToken } from '../../simulator/accounts';
import { demoWebhookSecret } from '../../simulator/webhook-events';
import { apart } from '../support/apart';
import { soon, useShortWaits } from '../support/clock';
import { eventOf } from '../support/incoming-events';
import { useMessageHosts } from '../support/message-host';
import { credential, leased, sentElsewhere, simulator, useSimulator } from '../support/simulated';

useSimulator({ sendRate: false });
useShortWaits();
const host = useMessageHosts();

/** Texts by the reaction that they are. */
const known: Record<string, string | string[]> = {
	love: [
		'Loved “See you at noon” | Loved “She said “no” to me” | Loved “One\nTwo”',
		'Loved an audio message | \u200b❤️\u200b to “\u200aSee you\u200a” | Le encantó “Nos vemos”',
		'Le encantó una imagen | Hat „Bis 12 Uhr“ geliebt | Ha adorato “A mezzogiorno”',
	],
	like: [
		'Liked "See you" | Liked \'See you\' | Liked ‘See you’ | Liked “…” | Liked an image',
		'👍 to “See you” | A aimé « À midi » | A aimé «\u00a0À midi\u00a0» | Gefällt „Bis 12 Uhr“',
		"Gefällt ein Bild | Ha apprezzato un'immagine | Gostou de “Até logo” | Gillade ”Vi ses”",
	],
	dislike: [
		'Disliked « See you » | Disliked ‹See you› | No le gustó “Nos vemos” | N’a pas aimé « À midi »',
		"N'a pas aimé « À midi » | Vond “Tot straks” niet leuk",
	],
	laugh: 'Laughed at „See you“ | Reacted 😂 to “See you” | Le dio risa “Nos vemos”',
	emphasize: 'Emphasized “Now!” | Emphasised 「See you」 | Exclamó por “Nos vemos”',
	question: 'Questioned 『See you』',
	'😮': '😮 to “See you”',
	'🎉': 'Reacted 🎉 to “See you”',
	sticker: 'Reacted with a sticker to “See you”',
	removed: [
		'Removed a heart from “See you” | Removed 👍 from “See you” | Eliminó un corazón de “Nos vemos”',
		'A supprimé un cœur de « À midi »',
	],
	'🔥': 'Reaccionó con 🔥 a “Nos vemos” | A réagi avec 🔥 à « À midi » | a réagi avec 🔥 à « la photo »',
};

const words = [
	'',
	...apart(
		'I loved “Dune” | Loved it! | Loved “Dune”, and you? | Thanks 👍 | He said “no”',
		'She wrote "See you tomorrow" | “See you at noon” works for me | “See you at noon”',
		'My answer is “blue” | I like an image | A photo | I reacted 😂 to “Dune” | Happy birthday 🎉 “Ann”',
		'I ❤️ “Dune” | Removed “Dune” | Quitó el cartel “Prohibido” | Eliminó el archivo “ventas”',
		'Hat „Dune“ jemand gelesen? | Me gustó “Dune” | J’ai aimé « Dune » | Mir gefällt „Dune“',
		"It's Ann's 'best' one | Gefällt mir | “”",
	),
];

const reactions = Object.entries(known).flatMap(([reaction, all]) =>
	apart(...[all].flat()).map((text): [string, string] => [text, reaction]),
);

test.each([...reactions, ...words.map((text): [string, null] => [text, null])])(
	'the reaction of %j is %j, also where no conversation can be read',
	async (body, reaction) => {
		const started = await host();
		await started.post(eventOf({ body }, 'text.incoming.sms'));
		expect(await started.json()).toMatchObject([{ text: body, reaction }]);
	},
);

describe('what quotes a message of ours is a tapback in any language', () => {
	const person = '+12025550199';
	const account = () => ({ ...credential(demoToken), webhookSecret: demoWebhookSecret });
	const question = 'Shall we meet at the **old** station at noon tomorrow?';

	/** What a message is, after we wrote something. */
	async function heard(ours: string[], text: string, options: INodeParameters = {}) {
		const started = await host({ options }, { credential: account() });
		simulator().set({ webhookUrl: started.url });
		for (const message of ours) await sentElsewhere({ to: person, message });
		simulator().write({ from: person, to: leased.imessage, text });
		await simulator().webhook.settled();
		return (await started.json()).map(({ reaction }) => reaction);
	}

	test.each<[string[], string, string | null]>([
		[['See you'], 'Podobalo se „See you“', 'other'],
		[['See you'], '「See you」にハートを付けました', 'other'],
		[['See you'], '“See you”에 하트를 표시함', 'other'],
		[['See you'], '喜欢了“See you”', 'other'],
		[['See you'], 'Понравилось «See you»', 'other'],
		[['See you', 'Until then'], 'Polubiono „See you”', 'other'],
		[['Deploy now?\n\nhttps://n8n.example/1'], 'Polubiono „Deploy now?”', 'other'],
		[[question], 'Polubiono „Shall we meet at the old station at noon tomorrow?”', 'other'],
		[[question], 'Polubiono „Shall we meet at the old station…”', 'other'],
		[['See you'], 'Gefällt „See you“', 'like'],
		[['Is it yes or no?'], 'He said “no”', null],
		[['Hi Ann, red or blue?'], 'I take “red”', null],
		[['Hi Ann'], 'She says “Hi”', null],
		[['See you'], '“See you”', null],
		[['See you'], 'Polubiono „See you tomorrow”', null],
		[[], 'Polubiono „See you”', null],
	])('after %j, the reaction of %j is %j', async (ours, text, reaction) => {
		expect(await heard(ours, text)).toEqual([reaction]);
		expect(await heard(ours, text, { waitForMore: 1 })).toEqual([reaction]);
	});

	test.each([200, 19_000])('a message of %d characters is quoted whole', (length) => {
		const ours = `${'See you 😀 '.repeat(length / 11)}soon`;
		expect(tapbackIn(`Polubiono „${ours}”`, [ours])).toBe('other');
		expect(tapbackIn(`Polubiono „${ours.replace('u', 'U')}”`, [ours])).toBeUndefined();
		expect(tapbackIn(`Loved “${ours}”`)).toBe('love');
	});

	test.each(["'", '‘'])('thousands of %s keep n8n no longer than a message does', async (mark) => {
		for (const end of [41, 400]) {
			await soon(300, () => tapbackIn(`${mark.repeat(19_000)}${'a'.repeat(end)}`));
		}
	});

	test('what quotes nothing is none, although we sent a file without words', () => {
		expect(tapbackIn('I say “…”', ['', ' '])).toBeUndefined();
	});

	test('it takes no message along, and is no part of one; only what may be a tapback is looked up', async () => {
		const started = await host({ options: { waitForMore: 3 } }, { credential: account() });
		simulator().set({ webhookUrl: started.url });
		await sentElsewhere({ to: person, message: 'See you' });
		for (const text of ['is table 4 free?', 'Polubiono „See you”']) {
			simulator().write({ from: person, to: leased.imessage, text });
		}
		await simulator().webhook.settled();
		const items = (await started.json()).map(({ reaction, chatInput }) => [reaction, chatInput]);
		expect(items.sort()).toEqual([
			[null, 'is table 4 free?'],
			['other', 'Polubiono „See you”'],
		]);
		expect(simulator().requests.filter(({ method }) => method === 'GET')).toHaveLength(2);
	});
});
