/** A node may mix operations with different options: one collection then holds them all, each where it is one. */
import { NodeHelpers, type INode, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';

import { checkFaceTimeAvailability } from '../../nodes/FaceTime/check-availability.operation';
import { lookUpNumber } from '../../nodes/Intelligence/look-up-number.operation';
import { sendImessage } from '../../nodes/Messaging/send-imessage.operation';
import { operationProperties } from '../../nodes/shared/node/panel';
import type { NodeOperation } from '../../nodes/shared/operation/operation';

const mixed = [sendImessage, checkFaceTimeAvailability, lookUpNumber];
const properties = operationProperties('mixed', mixed);
const node = { typeVersion: 2 } as INode;
const description = { name: 'mixed', properties } as INodeTypeDescription;

function optionsOf(fields: INodeProperties[]): INodeProperties[] {
	return fields.find(({ name }) => name === 'options')?.options as INodeProperties[];
}

const names = (fields: INodeProperties[]) => fields.map(({ name }) => name);

/** What n8n leaves of stored parameters when it makes a workflow of them. */
function kept({ id }: NodeOperation, options: Record<string, unknown>) {
	const stored = { operation: id, options: options as never };
	return NodeHelpers.getNodeParameters(properties, stored, true, false, node, description)?.options;
}

test('there is one collection of options', () => {
	expect(names(properties).filter((name) => name === 'options')).toHaveLength(1);
	const all = names(optionsOf(properties));
	expect(all).toEqual([...new Set(all)]);
});

test.each(mixed.map((operation) => [operation.id, operation] as const))(
	'%s shows its own options in their order, and no other',
	(id, operation) => {
		const root = { operation: id, resource: 'mixed' };
		const shown = optionsOf(properties).filter((option) =>
			NodeHelpers.displayParameter({}, option, node, description, root),
		);
		expect(names(shown)).toEqual(names(optionsOf(operation.fields)));
	},
);

test('an option that was stored for another operation counts for nothing', () => {
	const stored = { dryRun: true, idempotencyKey: '={{ $json.nope }}', wholeResponse: true };
	expect(kept(sendImessage, stored)).toEqual(stored);
	expect(kept(checkFaceTimeAvailability, stored)).toEqual({ wholeResponse: true });
	expect(kept(lookUpNumber, { lookupsPerMinute: 3, dryRun: true })).toEqual({ lookupsPerMinute: 3 });
});

test('an option that all have is shown without conditions', () => {
	const [option] = optionsOf(properties).filter(({ name }) => name === 'wholeResponse');
	expect(option?.displayOptions).toBeUndefined();
});
