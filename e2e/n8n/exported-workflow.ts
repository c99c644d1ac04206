import { readFileSync } from 'node:fs';
import type { IConnections, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';

/** A workflow as n8n exports it. */
export interface ExportedWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
}

/** A workflow exported to a file. */
export function workflowFile(file: string): ExportedWorkflow {
	return JSON.parse(readFileSync(file, 'utf8')) as ExportedWorkflow;
}
