import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { runWorkflow, workflowAround } from './engine';
import { credential } from './simulated';
import { goOn, request, type LinkRequest } from './waiting';

/** Who is asked. */
export const person = '+12025550199';
const ask: INodeParameters = {
	resource: 'messaging',
	operation: 'sendAndWait',
	to: person,
	message: 'Deploy <b>now</b>?',
};
const noRate = { messagesPerSecond: 0 };

/** An execution that asks, and what can be done with it. */
export async function asked(
	parameters: INodeParameters = {},
	{ items, settings }: { items?: IDataObject[]; settings?: Partial<INode> } = {},
) {
	const workflow = workflowAround(
		'phoneServiceMessaging',
		{ ...ask, ...parameters, options: { ...noRate, ...(parameters.options as object) } },
		items,
		settings,
	);
	const finished = await runWorkflow(workflow, credential());
	return {
		finished,
		opened: async (link: LinkRequest = {}) =>
			await request(finished, workflow, { node: settings?.name, ...link }),
		answered: async (form: IDataObject): Promise<[IDataObject[], string]> => {
			const { goesOn, page } = await request(finished, workflow, { form });
			if (!goesOn) throw new Error(page);
			return [(await goOn(finished, goesOn)).json('Good'), page];
		},
		timeIsUp: async () => await goOn(finished),
	};
}
