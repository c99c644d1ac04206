import type { Schema } from '../../nodes/shared/contract/contract';
import { capabilities } from '../magic-numbers';
import { pathParameter, type Behaviour } from './call';

/** Section 4.8. */
export const checkFaceTimeAvailability: Behaviour = (call): Schema<'FaceTimeAvailability'> => ({
	available: capabilities(pathParameter(call, 'to')).facetime,
});

/** Public material. */
export const checkImessageAvailability: Behaviour = (call): Schema<'ImessageAvailability'> => ({
	available: capabilities(pathParameter(call, 'to')).imessage,
});
