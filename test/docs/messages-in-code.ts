import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { root } from '../../scripts/project-root';

/** What is thrown with a message of its own as first argument. */
const errors = new Set(['InvalidInput', 'InvalidCredential', 'NodeOperationError']);

/** What a text that stands in the code says between the values that are filled in. */
function pieceOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	const isPart = ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
	return isPart ? node.text : undefined;
}

function piecesIn(node: ts.Node): string[] {
	const own = pieceOf(node);
	const inner: string[] = [];
	node.forEachChild((child) => {
		inner.push(...piecesIn(child));
	});
	return own === undefined ? inner : [own, ...inner];
}

/** The part of the code that makes a message: the argument of an error, or what a rule about input names `fault`. */
function messageIn(node: ts.Node): ts.Node | undefined {
	if (ts.isNewExpression(node) && errors.has(node.expression.getText())) {
		const [first, second] = node.arguments ?? [];
		return node.expression.getText() === 'NodeOperationError' ? second : first;
	}
	const isNamed = ts.isPropertyAssignment(node) || ts.isFunctionDeclaration(node);
	const isRule = node.getSourceFile().fileName.includes('/shared/input/');
	return isRule && isNamed && node.name?.getText() === 'fault' ? node : undefined;
}

function messagesIn(node: ts.Node): string[] {
	const message = messageIn(node);
	if (message) return piecesIn(message);
	const inner: string[] = [];
	node.forEachChild((child) => {
		inner.push(...messagesIn(child));
	});
	return inner;
}

const sources = globSync('{nodes,credentials}/**/*.ts', { cwd: root }).map((path) =>
	ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true),
);

/** Every text in the code of the package, cut where values are filled in. */
export const textsInCode: string[] = sources.flatMap(piecesIn);

/** The messages about values and settings that the code can say, cut where values are filled in. */
export const messagesInCode: string[] = sources.flatMap(messagesIn);
