import { createHash } from 'crypto';

import { longestText, readField, type FieldValue, type FormField } from './form-field';
import type { Question, ValidAnswer } from './question';

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** HTML that holds values as text only. */
class Markup {
	constructor(readonly source: string) {}
}

type Part = Markup | Markup[] | string | number | boolean | undefined;

function htmlOf(part: Part): string {
	if (part instanceof Markup) return part.source;
	if (Array.isArray(part)) return part.map(htmlOf).join('');
	if (part === undefined || part === false) return '';
	return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A template of HTML: every value in it is escaped, but for HTML made by this function; false and undefined are left out. */
function markup(texts: TemplateStringsArray, ...parts: Part[]): Markup {
	return new Markup(texts.map((text, index) => text + htmlOf(parts[index])).join(''));
}

const style = `
:root { color-scheme: light dark; --text: #1c1c1e; --page: #f2f2f7; --card: #fff; --line: #8e8e93; --blue: #0060df; --red: #c00; --quiet: #5f5f64; }
@media (prefers-color-scheme: dark) { :root { --text: #f2f2f7; --page: #000; --card: #1c1c1e; --line: #8e8e93; --blue: #6cb2ff; --red: #ff8a80; --quiet: #aeaeb2; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--page); color: var(--text); font: 17px/1.45 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 20px; border-radius: 14px; background: var(--card); overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; color: var(--quiet); font-size: 15px; font-weight: 600; }
.text { margin: 0 0 20px; white-space: pre-wrap; }
[role=alert] { margin: 0 0 16px; color: var(--red); font-weight: 600; }
label, fieldset, button { display: block; width: 100%; margin: 0 0 14px; }
fieldset { padding: 0; border: 0; }
legend, .label { display: block; margin: 0 0 4px; padding: 0; font-size: 15px; font-weight: 600; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 44px; margin: 0; }
.choice input { flex: none; width: 22px; height: 22px; min-height: 0; margin: 0; }
input, select, textarea { width: 100%; min-height: 44px; padding: 9px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--text); font: inherit; }
textarea { min-height: 96px; }
button { min-height: 50px; padding: 10px; border: 1px solid var(--blue); border-radius: 12px; background: var(--blue); color: var(--card); font: inherit; font-weight: 600; cursor: pointer; }
button + button { background: var(--card); color: var(--blue); }
button:last-child, p:last-child { margin-bottom: 0; }
dt { color: var(--quiet); font-size: 15px; }
dd { margin: 0 0 12px; white-space: pre-wrap; }
`;

/** Sends the form once: who taps twice would see n8n's answer to the second tap. The page works without it, too. */
const script = `
let isSent = false;
addEventListener('submit', (event) => { if (isSent) event.preventDefault(); isSent = true; });
addEventListener('pageshow', () => { isSent = false; });
`;

function sourceOf(content: string): string {
	return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** The headers of every page: it may use its own style and script and send its form to where it came from, nothing else. */
export const pageHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `default-src 'none'; style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
};

function page(title: string, content: Markup): string {
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.source;
}

/** What was sent with a page, by the names of its inputs. */
export type Sent = Record<string, unknown>;

/** The name of the input of a field, by its place among the fields of the question. */
function inputName(index: number): string {
	return `field-${index}`;
}

function control(field: FormField, name: string, [value = '', ...others]: string[]): Markup | Markup[] {
	const { type, options, isRequired } = field;
	const required = isRequired && type !== 'checkbox' && ' required';
	const isChosen = (option: string) => option === value || others.includes(option);
	switch (type) {
		case 'radio':
		case 'checkbox':
			return options.map(
				(option) =>
					markup`<label class="choice"><input type="${type}" name="${name}" value="${option}"${required}${isChosen(option) && ' checked'}>${option}</label>`,
			);
		case 'textarea':
			return markup`<textarea name="${name}" rows="3" maxlength="${longestText}"${required}>
${value}</textarea>`;
		case 'dropdown':
			return markup`<select name="${name}"${required}><option value=""></option>${options.map(
				(option) => markup`<option${isChosen(option) && ' selected'}>${option}</option>`,
			)}</select>`;
		default:
			return markup`<input type="${type}" name="${name}" value="${value}" maxlength="${longestText}"${type === 'number' && markup` step="any"`}${required}>`;
	}
}

/** The texts that a field holds when its page is shown: what was sent unless it is secret, or at first what is preset. */
function textsIn({ type, preset }: FormField, name: string, sent?: Sent): string[] {
	if (sent && type === 'password') return [];
	if (!sent) return type === 'checkbox' ? preset.split(',').map((option) => option.trim()) : [preset];
	const texts = [sent[name]].flat().filter((text) => typeof text === 'string');
	return texts.map((text) => text.slice(0, longestText));
}

function fieldOnPage(field: FormField, index: number, sent?: Sent): Markup {
	const name = inputName(index);
	const inputs = control(field, name, textsIn(field, name, sent));
	return Array.isArray(inputs)
		? markup`<fieldset><legend>${field.label}</legend>${inputs}</fieldset>`
		: markup`<label><span class="label">${field.label}</span>${inputs}</label>`;
}

/** The page on which a question is answered. `faults` say why what was `sent` was not taken. */
export function questionPage(question: Question, faults: string[] = [], sent?: Sent): string {
	const { askedBy, text, fields, buttons } = question;
	return page(
		`${askedBy} asks`,
		markup`<h1>${askedBy} asks</h1>
<p class="text">${text}</p>
${faults.map((fault) => markup`<p role="alert">${fault}</p>`)}
<form method="post" enctype="multipart/form-data">
${fields.map((field, index) => fieldOnPage(field, index, sent))}
${buttons.map(({ decision, label }) => markup`<button name="decision" value="${decision}">${label}</button>`)}
</form>
<script>${new Markup(script)}</script>`,
	);
}

function shown({ type }: FormField, value: FieldValue | undefined): string {
	if (type === 'password' && value !== '') return '••••';
	return [value ?? []].flat().join('\n') || '–';
}

/** The page that says what was answered. */
export function answeredPage(question: Question, { decision, values }: ValidAnswer): string {
	const { askedBy, text, fields, buttons, responseType } = question;
	const label = buttons.find((button) => button.decision === decision)?.label;
	const answers = fields.map((field, index) => [field.label, shown(field, values[index])]);
	const listed = responseType === 'approval' ? [['Your answer', label], ...answers] : answers;
	return page(
		'Answered',
		markup`<h1>${askedBy} asked</h1>
<p class="text">${text}</p>
<dl>${listed.map(([term, answer]) => markup`<dt>${term}</dt><dd>${answer}</dd>`)}</dl>
<p>Thank you. Your answer was sent, and you can close this page.</p>`,
	);
}

/** A page that says something and asks nothing. */
export function noticePage(title: string, text: string): string {
	return page(
		title,
		markup`<h1>${title}</h1>
<p>${text}</p>`,
	);
}

/** What a page sent, as an answer to its question; or what is wrong with it, a sentence for each fault. */
export function readAnswer(question: Question, sent: Sent): ValidAnswer | { faults: string[] } {
	const pressed = question.buttons.find(({ decision }) => decision === sent.decision);
	if (!pressed) return { faults: ['Nothing was decided yet: press one of the buttons below.'] };
	const values: FieldValue[] = [];
	const faults: string[] = [];
	question.fields.forEach((field, index) => {
		const read = readField(field, sent[inputName(index)]);
		if ('fault' in read) faults.push(`${field.label} ${read.fault}.`);
		else values.push(read.value);
	});
	return faults.length > 0 ? { faults } : { decision: pressed.decision, values };
}
