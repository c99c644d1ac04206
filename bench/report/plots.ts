import type { TopLevelSpec } from 'vega-lite';
import { overheadContenders, rulesContenders } from '../contenders';
import type { OverheadResult } from '../overhead';
import type { RulesResult } from '../rules';
import { cpuPerItem, peakBytes, plotTitles, wallPerItem } from './overhead-section';

/** Colours that stand out on white and on black. */
const [blue, ochre, red, grey, violet] = ['#2f81f7', '#b08800', '#e5534b', '#8b949e', '#a371f7'];
const overheadColours = [blue, ochre, red, grey];
const rulesColours = [blue, ochre, red, violet];

/** Texts and lines follow the reader's light or dark setting. */
const style = `<style>
text { fill: #1f2328 }
.role-axis-grid line { stroke: #8b949e40 }
.role-axis-domain line, .role-axis-tick line { stroke: #8b949e }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }
</style>`;

const config = {
	background: 'transparent',
	view: { stroke: null },
	font: 'system-ui, sans-serif',
	axis: { labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal' },
	legend: {
		labelFontSize: 12,
		labelLimit: 500,
		orient: 'bottom',
		title: null,
		columns: 2,
		symbolStrokeWidth: 2,
	},
	title: { fontSize: 14, anchor: 'start', offset: 12 },
};

/** Draws a plot. The two packages are ES modules that cannot be required, so they are imported when needed. */
async function svg(specification: TopLevelSpec): Promise<string> {
	const [{ parse, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
	const view = new View(parse(compile({ ...specification, config }).spec), { renderer: 'none' });
	const drawn = await view.toSVG();
	return `${drawn.replace(/(<svg[^>]*>)/, `$1${style}`)}\n`;
}

function contenderEncoding(contenders: Record<string, { name: string }>, range: string[]) {
	const domain = Object.values(contenders).map(({ name }) => name);
	return {
		color: { field: 'contender', type: 'nominal', scale: { domain, range } },
		shape: { field: 'contender', type: 'nominal', scale: { domain } },
	};
}

async function overheadPlot(
	name: string,
	unit: string,
	results: OverheadResult[],
	value: (result: OverheadResult) => number,
): Promise<string> {
	const numbers = [...new Set(results.map(({ items }) => items))];
	return await svg({
		title: plotTitles[name] ?? name,
		width: 560,
		height: 260,
		data: {
			values: results.map((result) => ({
				contender: result.contender,
				items: result.items,
				value: value(result),
			})),
		},
		mark: { type: 'line', point: { size: 60, filled: true } },
		encoding: {
			x: {
				field: 'items',
				type: 'quantitative',
				scale: { type: 'log', nice: false, padding: 16 },
				axis: { values: numbers, title: 'Items', format: ',', grid: false },
			},
			y: { field: 'value', type: 'quantitative', title: unit, scale: { zero: true } },
			...contenderEncoding(overheadContenders, overheadColours),
		},
	});
}

async function rulesPlot(results: RulesResult[]): Promise<string> {
	const values = results.flatMap(({ contender, acceptedAt }) =>
		acceptedAt.map((second, index) => ({ contender, second, accepted: index + 1 })),
	);
	return await svg({
		title: 'Recipients who have their message',
		width: 560,
		height: 260,
		data: { values },
		mark: { type: 'line', interpolate: 'step-after', strokeWidth: 2 },
		encoding: {
			x: { field: 'second', type: 'quantitative', title: 'Seconds', axis: { grid: false } },
			y: { field: 'accepted', type: 'quantitative', title: 'Recipients' },
			color: contenderEncoding(rulesContenders, rulesColours).color,
		},
	});
}

/** The plots as SVG, by file name. */
export async function plots(rules: RulesResult[], overhead: OverheadResult[]): Promise<Map<string, string>> {
	const drawn = new Map<string, string>();
	if (rules.length > 0) drawn.set('rules.svg', await rulesPlot(rules));
	if (overhead.length > 0) {
		drawn.set('wall.svg', await overheadPlot('wall', 'Milliseconds', overhead, wallPerItem));
		drawn.set('processor.svg', await overheadPlot('processor', 'Milliseconds', overhead, cpuPerItem));
		drawn.set(
			'memory.svg',
			await overheadPlot('memory', 'Megabytes', overhead, (result) => peakBytes(result) / 1e6),
		);
	}
	return drawn;
}
