/**
 * Whether a value has a character that nobody sees and no address needs: a control such as NUL, or one that
 * turns the direction of reading, so that an address shows as another than it is.
 */
export function hasHiddenCharacter(value: string): boolean {
	return /[\p{Cc}\p{Cf}]/u.test(value);
}
