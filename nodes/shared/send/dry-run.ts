import type { IDataObject } from 'n8n-workflow';

import { notSent, settled, type Outcome } from '../operation/outcome';
import { WorkOrder } from '../service/work-order';
import type { Message } from '../record/message';
import type { SendRecord } from '../record/record';
import { httpRequest } from '../service/http';
import type { ServiceAccount } from '../service/service-address';
import { messageIn } from '../service/service-request';
import { sizeText } from './files';
import type { Item } from './item';

/** What a dry run says of the messages of a run. */
export class DryRun {
	/** The rows of keys and campaigns that the messages of the run so far would insert: they count as sent. */
	private readonly planned = new Set<string>();

	private readonly order = new WorkOrder();

	/** `isWhole` says that each message is shown with its whole request. */
	constructor(
		private readonly account: ServiceAccount,
		private readonly isWhole: boolean,
	) {}

	/** Shows what a dry run would send, and goes no further. n8n's error when it refuses to look. */
	async check({ request }: Item, message: Message, record: SendRecord): Promise<Outcome> {
		const { message: text = null } = messageIn(request);
		const files = request.files?.map(({ name, bytes }) => `${name} (${sizeText(bytes)})`);
		const checked = (reason: string, further: IDataObject, wasEarlier = false): Outcome => ({
			ok: true,
			status: 'checked',
			reason,
			answer: { message: text, ...(files && { files }), ...further },
			wasEarlier,
		});
		const known = await this.order.next('', async () => await this.find(message, record));
		if (known && !known.ok) return known;
		if (known) return checked('Sent earlier', {}, true);
		const { method, url } = httpRequest(request, this.account);
		const details = { outcome: 'notSent', request: { method, url, body: request.body } };
		return checked('Not sent', this.isWhole ? { details } : {});
	}

	private async find(message: Message, record: SendRecord) {
		const { named, keyRow, ownKeyRow = '', isAgain } = message;
		if (keyRow && this.planned.has(keyRow) && !this.planned.has(ownKeyRow)) return notSent('keyOfOther');
		const isRepeated = !isAgain && named.some((row) => this.planned.has(row));
		const known = isRepeated ? settled({ status: 'accepted' }) : await record.check(message);
		const rows = keyRow ? [...named, keyRow] : named;
		if (!known || known.ok) for (const row of rows) this.planned.add(row);
		return known;
	}
}
