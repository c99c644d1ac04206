import { serviceOperations, type OperationId } from '../contract/contract';
import { InvalidInput, quoted } from '../input/invalid-input';

function pathSegment(name: string, value: string): string {
	if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
		throw new InvalidInput(
			`${name} is ${quoted(value)}, which cannot stand in an address`,
			'Give the value that the service knows.',
		);
	}
	return encodeURIComponent(value);
}

/**
 * A path template with its parameters filled in, each percent-encoded as one segment, so that no value can lead
 * to another path. InvalidInput for a value that would.
 */
export function filledPath(template: string, parameters: Record<string, string>): string {
	return template.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, parameters[name] ?? ''));
}

/** The path of an operation (section 4) with its parameters filled in. InvalidInput as in `filledPath`. */
export function servicePath(operation: OperationId, parameters: Record<string, string> = {}): string {
	return filledPath(serviceOperations[operation].path, parameters);
}

/** The values that stand in a path of an operation, by the names of its parameters; none for another path. */
export function pathValues(operation: OperationId, path: string): Record<string, string> {
	const { path: template } = serviceOperations[operation];
	const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	const values = Object.entries(new RegExp(`^${pattern}$`).exec(path)?.groups ?? {});
	return Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value)]));
}
