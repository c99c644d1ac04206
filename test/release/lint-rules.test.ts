import { execFileSync } from 'node:child_process';

import { root } from '../../scripts/project-root';

type Source = [path: string, text: string];

/** The rules that each of these would break as a file of the project. ESLint's config is a module, so it has its own Node. */
function brokenRules(sources: Source[]): string[][] {
	const program = `
		import { ESLint } from 'eslint';
		const eslint = new ESLint();
		const broken = [];
		for (const [filePath, text] of JSON.parse(process.argv[1])) {
			const [result] = await eslint.lintText(text, { filePath });
			broken.push(result.messages.map(({ ruleId, message }) => ruleId ?? message));
		}
		console.log(JSON.stringify(broken));`;
	const options = ['--input-type=module', '--eval', program, JSON.stringify(sources)];
	return JSON.parse(execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' })) as string[][];
}

function importing(path: string, imported: string): Source {
	return [path, `import { it } from '${imported}';\n\nexport const own = it;\n`];
}

const refused: Source[] = [
	importing('nodes/shared/contract/own.ts', '../input/it'),
	importing('nodes/shared/input/own.ts', '../service/it'),
	importing('nodes/shared/service/own.ts', '../operation/it'),
	importing('nodes/shared/operation/own.ts', '../failure/it'),
	importing('nodes/shared/failure/own.ts', '../delivery/it'),
	importing('nodes/shared/delivery/own.ts', '../node/it'),
	importing('nodes/shared/delivery/pace/own.ts', '../../node/it'),
	importing('nodes/shared/delivery/pace/own.ts', '../node-run'),
	importing('nodes/shared/delivery/pace/own.ts', '../../../Messaging/it'),
	importing('nodes/shared/input/own.ts', '../../Messaging/it'),
	importing('nodes/Messaging/own.ts', '../Numbers/it'),
];

const taken: Source[] = [
	importing('nodes/shared/input/own.ts', '../contract/it'),
	importing('nodes/shared/node/own.ts', '../delivery/it'),
	importing('nodes/shared/delivery/own.ts', './pace/it'),
	importing('nodes/shared/delivery/pace/own.ts', '../ledger/it'),
	importing('nodes/shared/delivery/pace/own.ts', '../../service/it'),
	importing('nodes/Messaging/own.ts', '../shared/node/it'),
];

const option = `import type { INodeProperties } from 'n8n-workflow';

export const field: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Return fewer fields',
};
`;

test('imports go downwards, drawers know nothing beside them, nodes nothing of each other', () => {
	const found = brokenRules([...refused, ...taken]);
	expect(found.slice(0, refused.length)).toEqual(refused.map(() => ['no-restricted-imports']));
	expect(found.slice(refused.length)).toEqual(taken.map(() => []));
});

test("n8n's rules hold for nodes and package.json", () => {
	expect(
		brokenRules([
			['nodes/Messaging/own.ts', option],
			['nodes/Messaging/own.ts', "import { readFileSync } from 'fs';\n\nexport const own = readFileSync;\n"],
			['package.json', '{ "name": "phone-service" }\n'],
		]),
	).toEqual([
		['n8n-nodes-base/node-param-description-boolean-without-whether'],
		['@n8n/community-nodes/no-restricted-imports'],
		expect.arrayContaining(['@n8n/community-nodes/package-name-convention']),
	]);
});
