import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workflowFile } from '../n8n/exported-workflow';
import { projectFolder } from '../n8n/project-folders';
import { sharedN8n } from '../support/n8n-session';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const editor = useEditor(n8n, { width: 1660, height: 1200 });
const folder = join(projectFolder, 'examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** Pixels of a note, unzoomed, that may be left below its text. */
const mostLeft = 40;

test.each(files)('the notes of examples/%s hold their text, and are filled by it', async (file) => {
	const { id } = await n8n.workflows.import(workflowFile(join(folder, file)));
	await editor().openWorkflow(id);
	const notes = await editor().notes();
	expect(notes.length).toBeGreaterThan(0);
	expect(notes.filter(({ left }) => left < 0 || left > mostLeft)).toEqual([]);
});
