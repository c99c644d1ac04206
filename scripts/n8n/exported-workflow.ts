import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { IConnections, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';
import { root, textOf } from '../project-root';

/** A workflow as n8n exports it. */
export interface ExportedWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
}

/** The folder of the examples, and their files in it. */
export const examplesFolder = join(root, 'examples');
export const exampleFiles = globSync('*.json', { cwd: examplesFolder }).sort();

/** An example by its file. */
export function exampleWorkflow(file: string): ExportedWorkflow {
	return JSON.parse(textOf(join('examples', file))) as ExportedWorkflow;
}
