import { exampleFiles, exampleWorkflow } from '../n8n/exported-workflow';
import { sharedN8n } from '../support/shared-run';
import { workflowOf } from '../support/test-workflow';
import { eventually } from './eventually';
import { useEditor } from './use-editor';
import { node } from '../n8n/workflow-nodes';

const n8n = sharedN8n();
const editor = useEditor(n8n, { width: 1660, height: 1200 });

/** Pixels of a note, unzoomed, that may be left below its text. */
const maxLeft = 40;

test('the notes of all examples, together on one canvas, hold their text, and are filled by it', async () => {
	const notes = exampleFiles.flatMap((file) =>
		exampleWorkflow(file)
			.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map((note) => ({ ...note, id: `${file} ${note.id}`, name: `${file} ${note.name}` })),
	);
	expect(notes.length).toBeGreaterThanOrEqual(exampleFiles.length);
	const start = node('Start', 'n8n-nodes-base.manualTrigger', {});
	const { id } = await n8n.workflows.import(workflowOf([start, ...notes], {}));
	await editor().openWorkflow(id);
	await eventually(async () => {
		expect(await editor().notes()).toHaveLength(notes.length);
	});
	const shown = await editor().notes();
	expect(shown.filter(({ left }) => left < 0 || left > maxLeft)).toEqual([]);
});
