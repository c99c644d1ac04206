import { emailAddressMaxLength, emailAddressPattern } from '../contract/contract';
import { InvalidInput, quoted } from './invalid-input';
import { isPhoneNumber, phoneNumber } from './phone-number';

/** Whether the value is an e-mail address (sections 4.3 and 4.8). */
export function isEmailAddress(value: string): boolean {
	return value.length <= emailAddressMaxLength && emailAddressPattern.test(value);
}

/**
 * The value, if it is an iMessage or FaceTime address: an E.164 phone number or an e-mail address
 * (sections 4.3 and 4.8); InvalidInput that names `field` otherwise.
 */
export function phoneNumberOrEmail(field: string, value: string): string {
	if (isPhoneNumber(value) || isEmailAddress(value)) return value;
	if (!value.includes('@')) return phoneNumber(field, value);
	throw new InvalidInput(
		`${field} is not an e-mail address: ${quoted(value)}`,
		'Give one plain address such as ada@example.com, without a name, brackets or spaces around it.',
	);
}
