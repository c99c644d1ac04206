import type { GivenFields, NodeOperation, ServiceRequest } from '../operation/operation';
import { givenFields, type Given } from './given-fields';

/** With which values the requests of a run were accepted: none of these is why another one was refused. */
export class AcceptedValues {
	private readonly values = new Set<string>();

	private accepted = false;

	/** Whether any request was accepted. */
	get isAny(): boolean {
		return this.accepted;
	}

	/** Notes a request that the service accepted; whom it concerns says nothing of others. */
	note(operation: NodeOperation, request: ServiceRequest): void {
		this.accepted = true;
		const { about, contents } = givenFields(operation, request);
		const [, ...others] = Object.entries(about);
		for (const [name, given] of [...others, ...Object.entries(contents)]) this.values.add(`${name} ${given}`);
	}

	/** The fields whose values were in no accepted request. */
	notIn({ about, contents }: Given): Given {
		return { about: this.without(about), contents: this.without(contents) };
	}

	private without(given: GivenFields): GivenFields {
		const entries = Object.entries(given).filter(([name, value]) => !this.values.has(`${name} ${value}`));
		return Object.fromEntries(entries);
	}
}
