/**
 * A value that the service would not take, found before anything is sent.
 * `message` says what is wrong with which field and value, `description` how to mend it.
 */
export class InvalidInput extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'InvalidInput';
	}
}

/** The value as it stands in an error message: quoted, line breaks visible, long ones cut. */
export function quoted(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
