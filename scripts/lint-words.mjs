/** Checks the English of what people read: the pages, and the texts of panels and messages in the nodes. */
import { globSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import sentenceLength from 'textlint-rule-sentence-length';
import terminology from 'textlint-rule-terminology';
import writeGood from 'textlint-rule-write-good';
import ts from 'typescript';

const read = [
	'*.md',
	'{docs,examples,simulator}/*.md',
	'examples/*.json',
	'nodes/**/*.ts',
	'credentials/*.ts',
];
const notRead = [
	'CHANGELOG.md',
	'CODE_OF_CONDUCT.md',
	'docs/evidence.md',
	'nodes/shared/contract/',
	'nodes/send-and-wait/page.ts',
];

/** Words that this project does not use, and what it uses instead. */
const terms = [
	['mend(s|ed|ing)?', 'fix'],
	['by hand', 'manually'],
	['by itself', 'automatically'],
	['gives? nothing', 'has no value'],
	['goes on with', 'continues'],
	['kept back', 'held'],
	['learns? of', 'sees'],
	['anew', 'again'],
	['wholly', 'fully'],
	['cancell(ed|ing)', 'cancel$1'],
	['behaviour', 'behavior'],
	['in order to', 'to'],
	['prior to', 'before'],
	['utili[sz]e', 'use'],
	['whether or not', 'whether'],
	['e\\.g\\.', 'for example'],
	['i\\.e\\.', 'that is'],
];

const rules = [
	{ ruleId: 'sentence-length', rule: sentenceLength.default, options: { max: 160 } },
	{
		ruleId: 'terminology',
		rule: terminology,
		options: { terms, exclude: ['OK', 'readme(s)?', 'lint(?:er|ing)?[ -]?rule(s)?'] },
	},
	{
		ruleId: 'write-good',
		rule: writeGood.default,
		options: {
			passive: false,
			adverb: false,
			eprime: false,
			weasel: false,
			so: false,
			tooWordy: false,
		},
	},
];
const plugins = [{ pluginId: 'markdown', plugin: markdown.default }];
const kernel = new TextlintKernel();

/** The texts of several words in TypeScript, each with its line. */
function textsIn(path, source) {
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
	const texts = [];
	const visit = (node) => {
		const text = ts.isTemplateExpression(node)
			? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…')
			: ts.isStringLiteralLike(node) && node.text;
		if (text && / \S+ /.test(text)) {
			texts.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart()).line });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return texts;
}

function notesIn(_, source) {
	const { nodes } = JSON.parse(source);
	return nodes.flatMap(({ parameters }) =>
		parameters.content ? [{ text: parameters.content, line: 0 }] : [],
	);
}

const textsOf = {
	'.md': (_, text) => [{ text, line: 0 }],
	'.json': notesIn,
	'.ts': textsIn,
};

async function complaintsAbout(path) {
	const source = readFileSync(path, 'utf8');
	const texts = textsOf[extname(path)](path, source);
	const complaints = [];
	for (const { text, line } of texts) {
		const { messages } = await kernel.lintText(text, { filePath: path, ext: '.md', plugins, rules });
		complaints.push(...messages.map((found) => `${path}:${line + found.line}  ${found.message.trim()}`));
	}
	return complaints;
}

const paths = process.argv.length > 2 ? process.argv.slice(2) : globSync(read).sort();
const skipped = process.argv.length > 2 ? [] : notRead;
const checked = paths.filter((path) => !skipped.some((start) => path.startsWith(start)));
const complaints = [];
for (const path of checked) complaints.push(...(await complaintsAbout(path)));
if (complaints.length > 0) {
	console.error(complaints.join('\n'));
	process.exitCode = 1;
}
