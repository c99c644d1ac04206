/**
 * Whether a value has a character that nobody sees and no address needs: a control such as NUL, one that
 * turns the direction of reading, so that an address shows as another than it is, a filler, or half a character.
 */
export function hasHiddenCharacter(value: string): boolean {
	return /[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/u.test(value);
}
