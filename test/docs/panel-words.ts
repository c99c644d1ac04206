import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { PhoneServiceCallForwardingTrigger } from '../../nodes/CallForwarding/PhoneServiceCallForwardingTrigger.node';
import { PhoneServiceEntitlements } from '../../nodes/Entitlements/PhoneServiceEntitlements.node';
import { PhoneServiceFaceTime } from '../../nodes/FaceTime/PhoneServiceFaceTime.node';
import { PhoneServiceIntelligence } from '../../nodes/Intelligence/PhoneServiceIntelligence.node';
import { PhoneServiceMessaging } from '../../nodes/Messaging/PhoneServiceMessaging.node';
import { PhoneServiceNumbers } from '../../nodes/Numbers/PhoneServiceNumbers.node';

/** The nodes of the package, as n8n's editor gets them. */
export const nodeDescriptions: INodeTypeDescription[] = [
	PhoneServiceMessaging,
	PhoneServiceNumbers,
	PhoneServiceIntelligence,
	PhoneServiceEntitlements,
	PhoneServiceFaceTime,
	PhoneServiceCallForwardingTrigger,
].map((NodeType) => new NodeType().description);

function labelOf(option: NonNullable<INodeProperties['options']>[number]): string {
	return 'displayName' in option ? option.displayName : option.name;
}

/** The labels of the options of a parameter; undefined when the node has no such parameter. */
export function optionsOf({ properties }: INodeTypeDescription, parameter: string): string[] | undefined {
	return properties.find(({ name }) => name === parameter)?.options?.map(labelOf);
}
