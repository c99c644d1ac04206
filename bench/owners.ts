/** A function on a call stack. */
export interface Frame {
	name: string;
	/** Its file, as path or file URL; empty for what V8 itself adds. */
	file: string;
}

/** Whose a function is. */
export interface Owner {
	/** An npm package, Node, or this package. */
	owner: string;
	/** The file within it. */
	file: string;
}

export const thisPackage = 'this package';
export const theBenchmark = 'the benchmark';

/** Whose a function is, by its file. */
export function ownerOf({ name, file }: Frame): Owner {
	const ours = file.split('/n8n-nodes-phone-service/dist/')[1];
	if (ours) return { owner: thisPackage, file: ours.replace(/\.js$/, '') };
	if (file.startsWith('node:')) return { owner: 'Node', file };
	if (file.includes('/.n8n/custom/')) return { owner: theBenchmark, file: '' };
	const [, owner, inside] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(file) ?? [];
	if (owner) return { owner, file: inside ?? '' };
	return { owner: name === '(garbage collector)' ? 'garbage collection' : 'native code', file: '' };
}

/** Functions that do something for whoever called them: looking up a parameter, evaluating an expression. */
function isServant({ file }: Frame): boolean {
	return (
		file.includes('/n8n-workflow/') ||
		file.includes('/@n8n/expression-runtime/') ||
		file.includes('/node_modules/lodash/') ||
		/\/node-execution-context\/(?!utils\/request-helpers\/)/.test(file) ||
		file.includes('/.n8n/custom/evaluations') ||
		file.startsWith('node:') ||
		file === ''
	);
}

/** On a stack, innermost function first: the function for which n8n looked something up or evaluated it. */
export function askerOf(stack: Frame[]): Frame | undefined {
	return stack.find((frame) => !isServant(frame));
}

/** In words, who had an expression evaluated. */
export function askerName(stack: Frame[]): string {
	const asker = askerOf(stack);
	if (!asker) return 'unknown';
	const { owner, file } = ownerOf(asker);
	if (file.endsWith('credentials-helper.js')) return "n8n, for the credential's header";
	if (owner === 'n8n-nodes-base') return 'the HTTP Request node';
	return owner === thisPackage ? thisPackage : `${owner}, ${file}`;
}
