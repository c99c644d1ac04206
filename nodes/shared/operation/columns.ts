/** The columns that expressions name, and what an item has in them. */

const quoted = '"[^"]*"|\'[^\']*\'|`[^`$]*`';

/** Such as $json.text, $('Trigger').first().json["full name"] or $json.lines[0]?.text. */
const named = String.raw`\$(?:[\w$]*|\((?:${quoted})\))(?:\??\.[\p{L}\p{N}_$]+|\.(?:first|last|all)\(\)|(?:\?\.)?\[(?:\d+|${quoted})\])*`;

/** An expression that only names a value, perhaps with a default: what that says is what somebody wrote, also "null". */
export const column = new RegExp(
	String.raw`^\{\{\s*${named}(?:\s*(?:\?\?|\|\|)\s*(?:${named}|${quoted}))*\s*\}\}$`,
	'u',
);

/** Such as $json or $('Trigger').first().json. */
const item = new RegExp(
	String.raw`\$(?:json|(?:input|\((?:${quoted})\))(?:\.(?:item|first\(\)|last\(\)))\.json)\b`,
	'gu',
);

/** Evaluates an expression for one item as n8n does; n8n's error for one that cannot be evaluated. */
export type Evaluate = (expression: string) => unknown;

/** The columns of the items that an expression names, with their values. */
export function columnsOf(expression: string, evaluate?: Evaluate): Array<[name: string, value: unknown]> {
	const items = new Set(evaluate ? expression.match(item) : []);
	return [...items].flatMap((one) => Object.entries(evaluate?.(`{{ ${one} }}`) ?? {}));
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** The texts of the columns whose names stand in an expression. */
export function textsBehind(expression: string, evaluate?: Evaluate): string[] {
	const columns = columnsOf(expression, evaluate).filter(([name]) => expression.includes(name));
	return columns.flatMap(([, value]) => textsIn(value)).filter((text) => text.trim() !== '');
}
