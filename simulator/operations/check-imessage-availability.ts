import type { Schema } from '../../nodes/shared/contract/contract';
import { capabilities } from '../magic-numbers';
import { pathParameter, type Behaviour } from './call';

/** Public material. */
export const checkImessageAvailability: Behaviour = (call): Schema<'ImessageAvailability'> => ({
	available: capabilities(pathParameter(call, 'to')).imessage,
});
