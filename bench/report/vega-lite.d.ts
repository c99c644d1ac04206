/** What the plots use of vega-lite, whose own types this project's module resolution does not find. */
declare module 'vega-lite' {
	import type { Spec } from 'vega';

	/** A Vega-Lite specification: https://vega.github.io/vega-lite/docs/spec.html */
	export type TopLevelSpec = Record<string, unknown>;

	/** The Vega specification that it stands for. */
	export function compile(specification: TopLevelSpec): { spec: Spec };
}
