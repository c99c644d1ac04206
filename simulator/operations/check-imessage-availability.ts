import type { Schema } from '../../nodes/shared/contract/contract';
import { capabilities } from '../magic-numbers';
import { pathParameter, type Operation } from './call';

/** Public material. */
export const checkImessageAvailability: Operation = (call): Schema<'ImessageAvailability'> => ({
	available: capabilities(pathParameter(call, 'to')).imessage,
});
