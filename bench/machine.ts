import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { installedN8n } from '../e2e/n8n/n8n-host';

/** The beginning of the report: on what was measured, and how. */
export async function introduction(): Promise<string> {
	const processor = cpus()[0]?.model.trim() ?? 'unknown';
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	const system = `${type()} ${release().split('-')[0] ?? ''}`;
	const { version } = await installedN8n();
	return `## Benchmark

\`npm run bench\` with ${processor}, ${cpus().length} cores, ${gigabytes} GB, ${system}, Node ${process.version}, n8n ${version}.
The machine is shared: compare numbers of one run only. Each contender runs in a real n8n with the packed package.`;
}

/** When a part is measured, and how many processes wanted to run in the minute before: what else went on. */
export function measuredNow(): string {
	const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
	return `Measured on ${date} UTC at load ${(loadavg()[0] ?? 0).toFixed(1)}.`;
}
