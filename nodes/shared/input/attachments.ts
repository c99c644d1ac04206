import { attachmentUrlPattern } from '../contract/contract';
import { hasHiddenCharacter } from './hidden-character';
import { InvalidInput, quoted } from './invalid-input';

function attachmentFault(value: string): { fault: string; remedy: string } {
	if (/\s/.test(value)) {
		return { fault: 'has a space or line break in it', remedy: 'Write %20 for a space inside an address.' };
	}
	if (hasHiddenCharacter(value)) {
		return {
			fault: 'has an invisible character in it',
			remedy: 'Type the address again, or copy it from elsewhere.',
		};
	}
	if (!/^https:\/\//.test(value)) {
		return {
			fault: 'is not an HTTPS address',
			remedy: 'The service fetches attachments itself: give an address that begins with https://.',
		};
	}
	return {
		fault: 'has no file extension',
		remedy:
			'The path must end in a filename with an extension, for example https://example.com/picture.jpg. A query string can follow.',
	};
}

/**
 * The addresses, if the service takes them as attachments: at most so many, https, a file extension in the path
 * (sections 4.3 and 8); InvalidInput otherwise. The cumulative size is for the service to measure.
 */
export function attachmentUrls(field: string, values: string[], most = Infinity): string[] {
	if (values.length > most) {
		throw new InvalidInput(
			`${field} holds ${values.length} addresses, the service takes at most ${most} a message`,
			'Send the rest with a further message.',
		);
	}
	values.forEach((value, index) => {
		if (attachmentUrlPattern.test(value) && !hasHiddenCharacter(value)) return;
		const { fault, remedy } = attachmentFault(value);
		throw new InvalidInput(`Attachment ${index + 1} ${fault}: ${quoted(value)}`, remedy);
	});
	return values;
}
