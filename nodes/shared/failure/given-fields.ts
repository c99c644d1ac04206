import { declaredFields, valueAt, type Target } from '../operation/request';
import type { GivenFields, NodeOperation, Sentence, ServiceRequest } from '../operation/operation';
import type { ItemParameters } from '../operation/parameters';

/** Whether errors name the value: it says whom or what a request is about. */
function isNamed({ schema }: Target): boolean {
	return ['phoneNumber', 'phoneNumberOrEmailAddress', 'label'].includes(schema.kind);
}

/** What of a request its fields gave, as sentences name it. */
export interface Given {
	/** The fields that say whom or what it is about, the one that it concerns first of all first: `'To' (+12025550199)`. */
	subjects: GivenFields;
	/** The others: `'Attachments'`. */
	otherFields: GivenFields;
}

/** The fields behind a request; none without one. */
export function givenFields(operation: NodeOperation, request?: ServiceRequest): Given {
	const given: Given = { subjects: {}, otherFields: {} };
	if (!request) return given;
	for (const { field, targets } of declaredFields(operation, request.service)) {
		for (const target of targets) {
			const value = valueAt(request, target);
			if (value === undefined) continue;
			if (isNamed(target)) given.subjects[target.property] = `'${field.displayName}' (${String(value)})`;
			else given.otherFields[target.property] = `'${field.displayName}'`;
		}
	}
	return given;
}

/** Whom or what an item is about, as its field has it; undefined where that cannot be read. */
export function subjectOf(operation: NodeOperation, parameters: ItemParameters): unknown {
	const concerned = declaredFields(operation).find(({ targets }) => targets.some(isNamed));
	try {
		return concerned && (parameters.raw(concerned.field.name) ?? undefined);
	} catch {
		return undefined;
	}
}

/** A sentence with the given fields in it; `{name}` is the field alone where it was not given. */
export function sentenceWith(sentence: Sentence, { subjects, otherFields }: Given): string {
	const given = { ...otherFields, ...subjects };
	if (typeof sentence === 'function') return sentence(given);
	return sentence.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? `The ${name}`);
}

/** Several things in one sentence: `one, two and three`. */
export function joinWithAnd(things: string[]): string {
	const [last = '', ...others] = [...things].reverse();
	return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** With which values the requests of a run were accepted: none of these is why another one was refused. */
export class AcceptedValues {
	private readonly values = new Set<string>();

	isAny = false;

	/** Notes a request that the service accepted; whom it concerns says nothing of others. */
	note(operation: NodeOperation, request: ServiceRequest): void {
		this.isAny = true;
		const { subjects, otherFields } = givenFields(operation, request);
		const [, ...others] = Object.entries(subjects);
		for (const [name, given] of [...others, ...Object.entries(otherFields)])
			this.values.add(`${name} ${given}`);
	}

	/** The fields whose values were in no accepted request. */
	notIn({ subjects, otherFields }: Given): Given {
		return { subjects: this.without(subjects), otherFields: this.without(otherFields) };
	}

	private without(given: GivenFields): GivenFields {
		const entries = Object.entries(given).filter(([name, value]) => !this.values.has(`${name} ${value}`));
		return Object.fromEntries(entries);
	}
}
