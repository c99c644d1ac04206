import { emailAddressMaxLength, emailAddressPattern } from '../contract/contract';
import { hasHiddenCharacter } from './hidden-character';
import { InvalidInput, quoted } from './invalid-input';
import { phoneNumber } from './phone-number';

/** Whether the value is an email address (sections 4.3 and 4.8). */
export function isEmailAddress(value: string): boolean {
	return (
		value.length <= emailAddressMaxLength && emailAddressPattern.test(value) && !hasHiddenCharacter(value)
	);
}

/**
 * The value as an iMessage or FaceTime address: a phone number in E.164 form or an email address without blanks
 * around it (sections 4.3 and 4.8); InvalidInput that names `field` otherwise.
 */
export function phoneNumberOrEmail(field: string, value: string): string {
	if (!value.includes('@')) return phoneNumber(field, value);
	const address = value.trim();
	if (isEmailAddress(address)) return address;
	throw new InvalidInput(
		`${field} is not an email address: ${quoted(value)}`,
		'Give one plain address such as ada@example.com, without a name, brackets, spaces or invisible characters in it.',
	);
}
