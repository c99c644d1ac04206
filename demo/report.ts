import { jsonOf, type Execution } from '../e2e/n8n/n8n-executions';
import { channelNames } from '../simulator/accounts';
import { plainText } from '../simulator/page/formatting';
import type { OutboxMessage } from '../simulator/records';

/** What the lookup node gives out, simplified. */
interface Lookup {
	number: string;
	line_type: string;
	carrier: string;
	imessage: boolean;
	facetime: boolean;
	risk_level: string;
	risk_score: number;
}

/** What the node "Set Aside" gives out. */
interface SetAside {
	number: string;
	reason: string;
}

/** The run of the example workflow as two tables: what was looked up, and what became of each recipient. */
export function runReport(execution: Pick<Execution, 'data'>, outbox: readonly OutboxMessage[]): string {
	const lookups = jsonOf<Lookup>(execution, 'Look Up Number');
	const setAside = jsonOf<SetAside>(execution, 'Set Aside');
	return [
		'Looked up',
		table(
			['Number', 'Line', 'Carrier', 'iMessage', 'FaceTime', 'Risk'],
			lookups.map((lookup) => [
				lookup.number,
				lookup.line_type,
				lookup.carrier,
				yesOrNo(lookup.imessage),
				yesOrNo(lookup.facetime),
				`${lookup.risk_level} (${String(lookup.risk_score)})`,
			]),
		),
		'Sent',
		table(
			['To', 'Asked for', 'Arrived as', 'Message'],
			[
				...outbox.map((sent) => [
					sent.to,
					channelNames[sent.asked],
					sent.channel === null ? 'not delivered' : channelNames[sent.channel],
					plainText(sent.message ?? ''),
				]),
				...setAside.map(({ number, reason }) => [number, '—', 'set aside', reason]),
			].sort(),
		),
	].join('\n');
}

/** A table of texts with columns of one width each. */
function table(head: string[], rows: string[][]): string {
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
	const line = (row: string[]) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' │ ');
	return [line(head), widths.map((width) => '─'.repeat(width)).join('─┼─'), ...rows.map(line)].join('\n');
}

function yesOrNo(value: boolean): string {
	return value ? 'yes' : 'no';
}
