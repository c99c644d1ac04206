import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { installedN8n } from '../scripts/n8n/n8n-host';
import { serviceOperations } from '../nodes/shared/contract/contract';
import { leasedNumbers } from '../simulator/accounts';

/** Five leased numbers of the simulator that can send iMessages, and over which messages are spread. */
export const senders = leasedNumbers
	.filter(({ channels }) => channels.includes('imessage'))
	.slice(0, 5)
	.map(({ number }) => number);

/** Seconds that the rate of the numbers takes for messages spread evenly over them: a burst of each goes at once. */
export function idealSendSeconds(messages: number, numbers: number): number {
	const { requests, seconds, burst } = serviceOperations.sendImessage.rate;
	return ((Math.ceil(messages / numbers) - burst) / requests) * seconds;
}

/** Seconds that the rate of an account takes for lookups: those of one span go at once. */
export function idealLookupSeconds(lookups: number): number {
	const { requests, seconds } = serviceOperations.lookUpNumber.rate;
	return (Math.ceil(lookups / requests) - 1) * seconds;
}

/** A whole number with its thousands apart. */
export function thousands(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}

/** Some numbers as one cell of a table. */
export function cell(...values: string[]): string {
	return values.join('\u00a0/\u00a0');
}

/** A goal for a measured ratio, and whether that reaches it. */
export function goal(what: string, ratio: number, atMost: number): string {
	return `- ${what} at most ${atMost}: **${ratio <= atMost ? 'reached' : 'missed'}** with ${ratio.toFixed(2)}.`;
}

/** When and where a part is measured, and how many processes wanted to run in the minute before: what else went on. */
export async function measuredNow(): Promise<string> {
	const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
	const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
	const system = `${type()} ${release().split('-')[0] ?? ''}`;
	const versions = `Node ${process.version}, n8n ${(await installedN8n()).version}`;
	return `Measured on ${date} UTC at load ${(loadavg()[0] ?? 0).toFixed(1)} (${machine}, ${system}, ${versions}).`;
}
