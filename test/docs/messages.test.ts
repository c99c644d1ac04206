/** The messages that pages name are those of the code, and each message of the code is on a page. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';

import { RunSummary } from '../../nodes/shared/delivery/run-summary';
import { root } from '../../scripts/project-root';
import { messagesInCode, textsInCode } from './messages-in-code';
import { textOf, wordsOf } from './pages';
import { panelNames } from './panel-words';

const pages = globSync('docs/*.md', { cwd: root }).filter((path) => basename(path) !== 'interface.md');
const allWords = pages.map((page) => wordsOf(textOf(page))).join('\n');

/** What is the same in each case, cut where values are filled in; without marks at the ends. */
function constantParts(message: string): string[] {
	return message
		.split(/"?…"?|\+?\b\d+\b|[()]|\. /)
		.map((part) => part.replace(/\s+/g, ' ').replace(/^[\s:;.,+]+|[\s:;.,+]+$/g, ''))
		.filter((part) => /[a-z]{2}/.test(part));
}

/** The fields of panels that messages name. */
const fields = [...panelNames]
	.filter((name) => /^(iM|[A-Z])/.test(name))
	.sort((one, other) => other.length - one.length);

/** A part of a message that begins with a field, without it. */
function withoutField(part: string): string {
	const subjects = [
		...fields,
		'The base URL of the credential',
		'The access token',
		'The option Idempotency Key',
	];
	const subject = subjects.find((name) => part.startsWith(`${name} `));
	return subject ? part.slice(subject.length + 1) : part;
}

/** A message on a page, cut also where it names a field of several words. */
function partsOf(message: string): string[] {
	const names = fields.filter((name) => name.includes(' ') && !message.startsWith(name));
	const cut = names.reduce((text, name) => text.replaceAll(name, '…'), message);
	return constantParts(cut).map(withoutField);
}

/** The messages in the first column of the tables of a page that begin with this head. */
function messagesOn(page: string): string[] {
	const tables = textOf(page)
		.split(/\n{2,}/)
		.filter((block) => /^\| Message +\|/.test(block));
	const cells = tables.flatMap((table) =>
		table
			.trim()
			.split('\n')
			.slice(2)
			.map((line) => line.split('|')[1]?.trim() ?? ''),
	);
	return cells.flatMap((cell) => cell.split(/ \/ |, … |; (?=The )/));
}

const toldMessages = pages
	.filter((page) => basename(page) !== 'when-something-fails.md')
	.flatMap((page) => messagesOn(page).map((message) => [basename(page), message] as const));

test.each(toldMessages)('%s: %s', (_, message) => {
	const parts = partsOf(message);
	expect(parts.length).toBeGreaterThan(0);
	const unknown = parts.filter((part) => !textsInCode.some((text) => text.includes(part)));
	expect(unknown).toEqual([]);
});

test('every message of the code is on a page', () => {
	const parts = new Set(messagesInCode.flatMap(constantParts).map(withoutField));
	expect(parts.size).toBeGreaterThan(25);
	expect([...parts].filter((part) => !allWords.includes(part))).toEqual([]);
});

test('the hints above the output', () => {
	const summary = new RunSummary(20, 'send');
	for (let item = 0; item < 20; item += 1) summary.noteDryRun();
	summary.noteFailed(3);
	summary.noteSentBefore(true);
	summary.noteSentBefore(false);
	summary.noteNotRecorded(new Error('no'));
	summary.noteWait('6 lookups a minute', 10_000);
	const hints = summary.hints();
	expect(hints).toHaveLength(6);
	const page = wordsOf(textOf('docs/when-something-fails.md'));
	const told = hints.map((hint) => constantParts(hint.replace(/^\d+ of \d+/, ''))[0] ?? '');
	expect(told.filter((part) => !page.includes(part))).toEqual([]);
});
