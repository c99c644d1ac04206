/** The tables of values that no person writes, and of those that people do: one that somebody thinks of later is one more entry. */
import { apart } from './apart';

/** Whole values that no person writes. */
export const unwritten = apart(
	'#N/A |  #n/a\n | #REF! | #VALUE! | #NAME? | #DIV/0! | #NUM! | #NULL! | #ERROR! | #SPILL!',
	'#CALC! | #GETTING_DATA | #FIELD! | #BLOCKED! | Loading... | loading… | ######## | Err:502 | #NV',
	'#BEZUG! | #WERT! | #ZAHL! | #VALEUR! | #NOM? | #¡VALOR! | #¿NOMBRE? | #RIF! | #N/D',
	'={{ $json.name }} | Hi {{ $json.name }} | {{$json["a b"]}} |  = {{ name }} | Ren\ufffd',
);

/** Texts of many languages, which are not so broken that they would be read as others. */
export const written = apart(
	'#NAMASTE | We are #1 | #WOW! | #name | ## | Loading the truck... | #REFUND | A#N/A | = { | =5+3',
	'{{name}} | { $json } | NÃO | SÃO PAULO | Ã | Â | “AMANHÃ” | AMANHÃ… | AMANHÃ\u00a0E DEPOIS',
	'PÂTÉ | VOILÀ… | CAFÉ™ | NESCAFÉ® | fermé\u00a0» | payé\u00a0€5 | à\u00a0½ heure | é”… | D’où',
	'é·e·s | PÅ” | vidíš… | mluvíš” | Úžasný | ÚŽASNÝ | 5 Å² | Ø½" | 2×½ | 2×¼×½ | Straße“ | „JÄ“',
	'ESPAÑA | “NIÑ” | Ångström | x√y | 30°',
);

/** Texts that become other letters where they are read in the wrong encoding, once or twice. */
export const breakable = apart(
	'Jürgen | é | l’été | voilà | à demain | Århus | KÖLN | HÔTEL | zażółć gęślą jaźń | proszę | się',
	'Привет | 你好 | こんにちは | 안녕 | שלום | مرحبا | Γειά | 20 °C | £5 | 5\u00a0€ | Hi\u00a0Ada | don’t',
	'“Hi” | … | 🎉 | José | João | SÃO | ș țară | İstanbul | ™ | œuvre | «bonjour» | ¿Qué? | Größe',
	'Łódź | Čeština | Đorđe | Việt Nam | ไทย | ½',
);

/** Values that name nothing, so that two people would have the same name. */
export const noNames = [
	...apart(
		'1.23457E+15 | 1,23457E+15 | 1.2e+21 | 4E+11 | order-1.23457E+15 | 1.5E5 | 1.2E-7 | 20241128.0',
		'12345,0 | #N/A | #REF! | order #N/A | Loading... | null | NULL | None | nil | n/a | N/A | NaN',
		'Infinity | undefined | order-undefined | undefined_7 | Ada undefined | 7:null | null-reminder',
		'NaN-7 | {{orderId}} | [object Object] | a [object Promise] | Invalid Date | {{ $json.id }}',
		'JÃ¼rgen | Ren\ufffd | \u200b | \u2060\u200b | \u2800 | \u3164 | spring\u200bsale | spring\nsale',
		'a\u0000b | a\u202eb | a\u00adb',
	),
	'x'.repeat(256),
	'a text '.repeat(10_000),
];

/** Names and keys as people and shops write them. */
export const names = [
	...apart(
		'spring-sale | Spring Sale 2026 | 2026-11-28 | 1001 | 12345678901234567890 | A-1001 | 2.0 | v1.0',
		'1.5 | order #1001 | R&D | Infinity Pool opening | null zu zwei | nullify | NaNa | Annulled',
		'non-stop | 12E4 | SKU-12E4 | 3e8a1f0c-1e5b-4c6e-9d2f-0a1b2c3d4e5f | a@example.com',
		'https://example.com/a?b=c | größe | ❤️ | 春のセール | می\u200cخواهم | 👩\u200d👩\u200d👧 family',
		'🏴󠁧󠁢󠁥󠁮󠁧󠁿 | 7 | #1 | #NAMASTE | undefinedness | +12025550110',
	),
	'x'.repeat(255),
];
