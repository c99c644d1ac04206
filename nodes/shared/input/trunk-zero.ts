/** Country codes of two digits or fewer, but +1; and how those of three digits begin. No code is the begin of another. */
const countryCode = String.raw`\+(?:7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0357-9]|9[679])\d)`;

/** What people dial in front of a number inside their country: 0, 06 in Hungary, 01 in Mexico until 2019. */
const trunkZero = new RegExp(String.raw`^(${countryCode})(?:(?<=\+36)06|(?<=\+52)01|0+)`);

/** Where numbers themselves begin with a zero, as in Italy, San Marino and Ivory Coast; in Rwanda and some others a few of them. */
const ownZero =
	/^\+(?:(?:39|47|22[5679]|24[127]|26[78]|378|50[17]|67[69]|687|800|853|88[18]|974|992)0|(?:62|81|82|359|598)00|25006)/;

/** An E.164 number without the zero behind the country code that is dialled inside the country only. */
export function withoutTrunkZero(number: string): string {
	return ownZero.test(number) ? number : number.replace(trunkZero, '$1');
}
