import type { INodeType } from 'n8n-workflow';
import { PhoneServiceCallForwardingTrigger } from '../../nodes/CallForwarding/PhoneServiceCallForwardingTrigger.node';
import { PhoneServiceEntitlements } from '../../nodes/Entitlements/PhoneServiceEntitlements.node';
import { PhoneServiceFaceTime } from '../../nodes/FaceTime/PhoneServiceFaceTime.node';
import { PhoneServiceIntelligence } from '../../nodes/Intelligence/PhoneServiceIntelligence.node';
import { PhoneServiceMessaging } from '../../nodes/Messaging/PhoneServiceMessaging.node';
import { PhoneServiceNumbers } from '../../nodes/Numbers/PhoneServiceNumbers.node';

const own: INodeType[] = [
	new PhoneServiceCallForwardingTrigger(),
	new PhoneServiceEntitlements(),
	new PhoneServiceFaceTime(),
	new PhoneServiceIntelligence(),
	new PhoneServiceMessaging(),
	new PhoneServiceNumbers(),
];

const newest = new Map(
	own.map(({ description: { name, version } }) => [name, Math.max(...[version].flat())]),
);

/** The version that a new node of the package has; `type` is its name, also with the `Tool` of agents behind it. */
export function newestVersion(type: string): number {
	return newest.get(type.replace(/Tool$/, '')) ?? 1;
}
