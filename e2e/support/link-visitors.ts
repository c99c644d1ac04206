import { fetched } from '../n8n/question-page';
import { userAgents } from './user-agents';

/** What came back to somebody who asked for a link. */
interface Visit {
	by: string;
	status: number;
	page: string;
}

/** Asks for a link by GET, as 30 programs and browsers do and as a prefetch does. */
export async function visitsByAll(link: string): Promise<Visit[]> {
	const prefetch = { 'Sec-Purpose': 'prefetch;prerender', Purpose: 'prefetch' };
	const visitors: Array<[string, object]> = [
		...[...new Set(userAgents)].map((agent) => [agent, { 'User-Agent': agent }] as [string, object]),
		['a prefetch', prefetch],
	];
	const visits: Visit[] = [];
	for (const [by, headers] of visitors) {
		const { status, data: page } = await fetched(link, { headers });
		visits.push({ by, status, page });
	}
	return visits;
}

/** A link with another parameter, another signature, or none. */
export function changedLinks(link: string): string[] {
	return [
		link.replace('run=0', 'run=1'),
		`${link}&approved=true`,
		link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
		link.replace(/&signature=.*/, ''),
		link.replace(/\?.*/, ''),
	];
}
