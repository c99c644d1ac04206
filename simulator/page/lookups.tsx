/** @jsxRuntime automatic @jsxImportSource preact */
import type { RecordedLookup } from '../state';
import { Records, Time } from './listing';
import type { PageQuery } from './page-query';
import { readableAddress } from './words';

const columns = ['Time', 'Number', 'Caller', 'Line', 'Place', 'Ported', 'iMessage', 'FaceTime', 'Risk'];

function words({ record }: RecordedLookup): unknown[] {
	return [readableAddress(record.number), JSON.stringify(record)];
}

function availability(value: boolean | null): string {
	return value === null ? 'not asked' : value ? 'yes' : 'no';
}

function LookupRow({ at, record }: RecordedLookup) {
	const { carrier, ported, service_risk_scoring_beta: risk } = record;
	return (
		<tr>
			<td>
				<Time at={at} />
			</td>
			<td class="address">{readableAddress(record.number)}</td>
			<td>{record.caller_name}</td>
			<td>{`${record.line_type}, ${carrier.name}`}</td>
			<td>{[record.city, record.region].filter(Boolean).join(', ')}</td>
			<td>{ported.ported ? ported.date : 'no'}</td>
			<td>{availability(record.imessage)}</td>
			<td>{availability(record.facetime)}</td>
			<td>{risk ? `${risk.level.replace('_', ' ')}, ${risk.score.toFixed(2)}` : 'not asked'}</td>
		</tr>
	);
}

/** All lookups that were answered, with their records. */
export function Lookups({ lookups, query }: { lookups: readonly RecordedLookup[]; query: PageQuery }) {
	return (
		<Records
			query={query}
			records={lookups}
			choices={[]}
			words={words}
			columns={columns}
			row={(lookup) => <LookupRow {...lookup} />}
		/>
	);
}
