import type { INodeProperties } from 'n8n-workflow';

type Shown = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Shows what nodes have since a version (`typeVersion`). */
export function sinceVersion(version: number): Shown {
	return { '@version': [{ _cnd: { gte: version } }] };
}

/** Shows what nodes had until a version (`typeVersion`). */
export function untilVersion(version: number): Shown {
	return { '@version': [{ _cnd: { lte: version } }] };
}
