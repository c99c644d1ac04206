/** What in a text looks as if its author expected something else of n8n or of phones than they do. */
import { InvalidInput, plainText, quote } from '../input/invalid-input';
import { columnExpression, namesNear } from '../parameters/columns';

/** Such as {name}, { First Name }, {$json.name} or ${name}; not {{ name }}, which a person may have written about. */
const inBraces = /(?<!\{)\{\s*((?:\$json\.)?[\p{L}_][^{}\n]{0,60}?)\s*\}(?!\})/gu;

/** The column of an item for which a name in a text stands. */
function columnFor(name: string, columns: string[]): string | undefined {
	return columns.includes(name) ? name : namesNear(name, columns)[0];
}

/** InvalidInput where a text has the name of a column in single braces, which n8n does not fill in. */
export function refuseSingleBraces(field: string, text = '', columns: string[] = []): void {
	for (const [written, name = ''] of text.matchAll(inBraces)) {
		const column = columnFor(name.replace('$json.', ''), columns);
		if (column === undefined) continue;
		throw new InvalidInput(
			`${field} has ${quote(written)}, which n8n does not fill in`,
			`Write ${columnExpression(column)} in its place, and switch the field to Expression.`,
		);
	}
}

/** Such as [Name], {first_name}, <name>, %name% or *|FNAME|*. */
const inMarks = /[[{<%|]([\p{L}][\p{L}\p{N}'’_ -]{1,40})[\]}>%|]/gu;

/** What a placeholder names that a model or a template leaves for somebody to fill in. */
const placeholder = /\b(?:\w*name|customer|client|company|recipient|insert|your|date|link|amount|address)\b/i;

/** What programs write and people do not: HTML, Markdown, a line break in letters, times, fractions of a sum, no value. */
const ofPrograms = [
	/<\/?(?:a|b|blockquote|body|br|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|span|strong|table|t[dhr]|u|ul)(?:\s[^<>]*|\/)?>|&(?:amp|lt|gt|quot|apos|nbsp|copy|reg|euro|hellip|[lr][sd]quo|[mn]dash|szlig|[a-z](?:uml|acute|grave|circ|cedil|tilde|ring)|#\d{2,6}|#x[\da-f]{2,6});/i,
	/\]\(https?:\/\//,
	/(?<!:\S{0,200})\\n/,
	/(?<![\w=/])\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.+-]*Z?/,
	/(?<!\d)\d+\.\d*(?:0{6}|9{6})\d+/,
	/(?<![\p{L}\p{N}/])(?:NULL|NaN|undefined|N\/A|null(?=[,.!?]|$))(?![\p{L}\p{N}/])/u,
];

function unfilledIn(text: string, columns: string[]): string | undefined {
	const found = [...text.matchAll(inMarks)].find(
		([, name = '']) => placeholder.test(name.replaceAll('_', ' ')) || columnFor(name, columns) !== undefined,
	);
	return found?.[0];
}

/** A message of a run, and the columns of its item. */
interface Text {
	text: string;
	columns: string[];
}

function hintOf(texts: Text[], find: (text: Text) => string | undefined, rest: string): string | undefined {
	const found = texts.map(find).filter((piece) => piece !== undefined);
	const [first] = found;
	const messages = found.length === 1 ? '1 message has' : `${found.length} messages have`;
	return first === undefined ? undefined : `${messages} ${plainText(quote(first))} in the text. ${rest}`;
}

/** What is to be said of texts that go out as they are, and perhaps should not; first, what somebody has not filled in. */
export function hintsOnTexts(texts: Text[]): Array<string | undefined> {
	return [
		hintOf(
			texts,
			({ text, columns }) => unfilledIn(text, columns),
			'Nobody fills that in: write the value in its place, e.g. by {{ $json.name }}.',
		),
		hintOf(
			texts,
			({ text }) => ofPrograms.map((pattern) => pattern.exec(text)?.[0]).find(Boolean),
			'Messages are no HTML: people see it as it stands. Write dates by toFormat(), amounts by toFixed(2).',
		),
	];
}
