import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { withAttachments } from './attachment-files';
import { isFirstTime } from './first-time';
import { wasReceivedHere, type ReceivedItem } from './receive-event';

async function isDuplicate(run: IExecuteFunctions, { item, arrival }: ReceivedItem): Promise<boolean> {
	if (run.getMode() === 'manual') return false;
	const eventId = String(item.event_id);
	return !(await isFirstTime(run.helpers, { eventId, arrival }, !wasReceivedHere(run, eventId)));
}

/**
 * What the trigger does in the execution that its webhook has started, where n8n's database can be asked: lets an event
 * through once, and downloads the files of a message. An execution whose event came before ends here, without items.
 */
export async function runEvent(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [{ json } = { json: {} }] = this.getInputData();
	const received = json as ReceivedItem;
	if (await isDuplicate(this, received)) return [[]];
	const { downloadAttachments } = this.getNodeParameter('options', 0, {}) as {
		downloadAttachments?: boolean;
	};
	const item = { json: received.item };
	return [[downloadAttachments === true ? await withAttachments(this, item) : item]];
}
