/** The columns that expressions name, and what an item has in them. */

const quoted = '"[^"]*"|\'[^\']*\'|`[^`$]*`';

/** Such as $json.text, $('Trigger').first().json["full name"] or $json.lines[0]?.text. */
const named = String.raw`\$(?:[\w$]*|\((?:${quoted})\))(?:\??\.[\p{L}\p{N}_$]+|\.(?:first|last|all)\(\)|(?:\?\.)?\[(?:\d+|${quoted})\])*`;

/** An expression that only names a value, perhaps with a default: what that says is what somebody wrote, also "null". */
export const column = new RegExp(
	String.raw`^\{\{\s*${named}(?:\s*(?:\?\?|\|\|)\s*(?:${named}|${quoted}))*\s*\}\}$`,
	'u',
);

/** An expression that only names what the model of an agent writes. */
export const ofModel = /^\{\{\s*(?:\/\*[^*]*\*\/\s*)?\$fromAI\([^$]*\)\s*\}\}$/i;

/** Such as $json or $('Trigger').first().json. */
const item = new RegExp(
	String.raw`\$(?:json|(?:input|\((?:${quoted})\))(?:\.(?:item|first\(\)|last\(\)))\.json)\b`,
	'gu',
);

/** What an expression names inside a value: `.name`, `["full name"]`. */
const inner = /\.([\p{L}\p{N}_$]+)|\[(["'`])(.*?)\2\]/gu;

/** A name as people take it for the same, whatever its case, blanks and dashes. */
export function folded(name: string): string {
	return name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Those of some names which people would take for a name, but which are not it. */
export function namesNear(name: string, names: string[]): string[] {
	const meant = folded(name);
	return meant === '' || names.includes(name) ? [] : names.filter((one) => folded(one) === meant);
}

/** Names a column as an expression does. */
export function columnExpression(name: string): string {
	return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
		? `{{ $json.${name} }}`
		: `{{ $json[${JSON.stringify(name)}] }}`;
}

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

/** The columns which an expression seems to mean, by names that the item does not have. */
export function columnsNear(expression: string, evaluate?: Evaluate): string[] {
	const columns = columnsOf(expression, evaluate).map(([name]) => name);
	const named = [...expression.matchAll(inner)].map(([, word, , quotedName]) => word ?? quotedName ?? '');
	return [...new Set(named.flatMap((name) => namesNear(name, columns)))];
}
