import type { GivenFields, NodeOperation, ServiceRequest } from '../operation/operation';
import { pathValues } from '../service/service-path';

/** A value by its name in a body, e.g. `fallback.from`. */
function valueAt(body: unknown, name: string): unknown {
	return name
		.split('.')
		.reduce((value, step) => (value as Record<string, unknown> | undefined)?.[step], body);
}

/** The fields behind a request, as sentences name them: `'To' (+12025550199)`, or `'Attachments'` for contents. */
export function givenFields(
	{ id, about, contents = {} }: NodeOperation,
	{ path, body }: ServiceRequest,
): GivenFields {
	const inPath = pathValues(id, path);
	const named = Object.entries(about).map(([name, field]) => {
		const value = inPath[name] ?? valueAt(body, name);
		return [name, typeof value === 'string' ? `'${field}' (${value})` : undefined];
	});
	const unnamed = Object.entries(contents).map(([name, field]) => [
		name,
		valueAt(body, name) === undefined ? undefined : `'${field}'`,
	]);
	return Object.fromEntries([...named, ...unnamed].filter(([, given]) => given !== undefined)) as GivenFields;
}

/** Several things in one sentence: `one, two and three`. */
export function listed(things: string[]): string {
	const [last = '', ...others] = [...things].reverse();
	return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}
