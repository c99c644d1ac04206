import type { OperationId } from '../../nodes/shared/contract/contract';
import type { Behaviour } from './call';
import * as entitlements from './entitlements';
import * as history from './history';
import * as leasedNumbers from './leased-numbers';
import * as numberIntelligence from './number-intelligence';
import * as presence from './presence';
import * as react from './react';
import * as send from './send';

/** The operations of the service (section 4, and public material) by their id in the OpenAPI document. */
export const operations: Record<OperationId, Behaviour> = {
	...entitlements,
	...history,
	...leasedNumbers,
	...numberIntelligence,
	...presence,
	...react,
	...send,
};
