import { declaredFields, valueAt, type Target } from '../operation/request';
import type { NodeOperation, Sentence, ServiceRequest } from '../operation/operation';
import type { ItemParameters } from '../operation/parameters';

export interface Given {
	property: string;
	/** As sentences name it: with its value if it says whom or what the request is about, `'To' (+12025550199)`. */
	text: string;
	isSubject: boolean;
}

function isSubject({ schema }: Target): boolean {
	return ['phoneNumber', 'phoneNumberOrEmailAddress', 'label'].includes(schema.kind);
}

/** The fields behind a request, the one that it concerns first of all first; none without one. */
export function givenFields(operation: NodeOperation, request?: ServiceRequest): Given[] {
	if (!request) return [];
	const given = declaredFields(operation, request.service).flatMap(({ field, targets }) =>
		targets.flatMap((target) => {
			const value = valueAt(request, target);
			if (value === undefined) return [];
			const text = `'${field.displayName}'${isSubject(target) ? ` (${String(value)})` : ''}`;
			return [{ property: target.property, text, isSubject: isSubject(target) }];
		}),
	);
	return given.sort((one, other) => Number(other.isSubject) - Number(one.isSubject));
}

/** Whom or what an item is about, as its field has it; undefined where that cannot be read. */
export function subjectOf(operation: NodeOperation, parameters: ItemParameters): unknown {
	const concerned = declaredFields(operation).find(({ targets }) => targets.some(isSubject));
	try {
		return concerned && (parameters.raw(concerned.field.name) ?? undefined);
	} catch {
		return undefined;
	}
}

/** A sentence with the given fields in it; `{name}` is the field alone where it was not given. */
export function sentenceWith(sentence: Sentence, given: Given[], othersAccepted = false): string {
	const texts = Object.fromEntries(given.map(({ property, text }) => [property, text]));
	if (typeof sentence === 'function') return sentence(texts, othersAccepted);
	const nameless = (name: string, index: number) => `${index === 0 ? 'The' : 'the'} ${name}`;
	return sentence.replace(/\{(\w+)\}/g, (_, name: string, at: number) => texts[name] ?? nameless(name, at));
}
