import { createHash } from 'crypto';

import { longestText, textFieldOf, type Answer, type Question } from './question';

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
label, button { display: block; width: 100%; margin: 0 0 14px; }
.label { display: block; margin: 0 0 4px; padding: 0; font-size: 15px; font-weight: 600; }
textarea { width: 100%; min-height: 96px; padding: 9px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--text); font: inherit; }
button { min-height: 50px; padding: 10px; border: 1px solid var(--blue); border-radius: 12px; background: var(--blue); color: var(--card); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { background: var(--card); color: var(--blue); }
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

/** The name of the input that takes a text. */
const textInput = 'field-0';

/** The text of a question: what stands between two double asterisks is bold there, as in the message. */
function formatted(text: string): Markup[] {
	const parts = text.split(/\*\*(?=\S)(.+?)(?<=\S)\*\*/);
	return parts.map((part, index) => (index % 2 === 1 ? markup`<strong>${part}</strong>` : markup`${part}`));
}

/** The input for a text, which holds what was sent already. */
function textOnPage(question: Question, sent: Sent = {}): Markup | undefined {
	const field = textFieldOf(question);
	const text = sent[textInput];
	return (
		field &&
		markup`<label><span class="label">${field.label}</span><textarea name="${textInput}" rows="3" maxlength="${longestText}"${field.isRequired && ' required'}>
${typeof text === 'string' && text.slice(0, longestText)}</textarea></label>`
	);
}

function buttonsOf({ choices, responseType }: Question): Markup[] {
	if (responseType === 'freeText') return [markup`<button>Send</button>`];
	return choices.map(
		({ decision, label }) =>
			markup`<button${decision !== 'approve' && markup` class="quiet"`} name="decision" value="${decision}">${label}</button>`,
	);
}

/** The page on which a question is answered. `fault` says why what was `sent` was not taken. */
export function questionPage(question: Question, fault?: string, sent?: Sent): string {
	const { askedBy, text } = question;
	return page(
		`${askedBy} asks`,
		markup`<h1>${askedBy} asks</h1>
<p class="text">${formatted(text)}</p>
${fault !== undefined && markup`<p role="alert">${fault}</p>`}
<form method="post" enctype="multipart/form-data">
${textOnPage(question, sent)}
${buttonsOf(question)}
</form>
<script>${new Markup(script)}</script>`,
	);
}

/** The page that says what was answered. */
export function answeredPage({ askedBy, text }: Question, answer: Answer): string {
	const given = { 'Your answer': answer.choice?.label ?? answer.text, Reason: answer.choice && answer.text };
	const listed = Object.entries(given).filter(([, said]) => said);
	return page(
		'Answered',
		markup`<h1>${askedBy} asked</h1>
<p class="text">${formatted(text)}</p>
<dl>${listed.map(([term, said]) => markup`<dt>${term}</dt><dd>${said}</dd>`)}</dl>
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

/** What a page sent, as an answer to its question; or what is wrong with it. */
export function readAnswer(question: Question, sent: Sent): Answer | { fault: string } {
	const choice = question.choices.find(({ decision }) => decision === sent.decision);
	if (!choice && question.choices.length > 0) {
		return { fault: 'Nothing was decided yet: press one of the buttons below.' };
	}
	const field = textFieldOf(question);
	const given = (field && sent[textInput]) ?? '';
	const fault = (what: string) => ({ fault: `${field?.label} ${what}.` });
	if (typeof given !== 'string') return fault('is not a text');
	const text = given.trim() === '' ? '' : given.replace(/\r\n?/g, '\n');
	if (text.length > longestText)
		return fault(`is too long: at most ${longestText.toLocaleString('en')} characters`);
	return text === '' && field?.isRequired ? fault('is required') : { choice, text };
}
