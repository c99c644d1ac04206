/** Sending a file in n8n's editor, and the picture in the simulator's chat. */
import { photo } from '../../simulator/attachments';
import { inLine, node, startWithItems } from '../../scripts/n8n/workflow-nodes';
import { useService } from '../support/simulated-service';
import { workflowOf } from '../support/test-workflow';
import { useEditor } from './editor';

const { n8n, simulator, credential } = useService();
const editor = useEditor(n8n);

/** The width that the header of a PNG names, in pixels. */
const widthOf = (png: Buffer) => png.readUInt32BE(16);

test('the field says what it takes, a wrong name what there is, and the photo is in the chat', async () => {
	const person = '+12065550133';
	const toFile = {
		operation: 'toBinary',
		sourceProperty: 'base64',
		options: { fileName: 'photo.png', mimeType: 'image/png' },
	};
	const nodes = [
		...startWithItems([{ base64: photo.toString('base64') }]),
		node('File', 'n8n-nodes-base.convertToFile', toFile, { typeVersion: 1.1 }),
		node('Send', 'phoneServiceMessaging', { operation: 'sendImessage', to: person, message: 'Look' }),
	];
	const { id } = await n8n.workflows.import(workflowOf(nodes, inLine(nodes)), [credential()]);
	await editor().openWorkflow(id);
	const { page } = editor();
	const send = await editor().openPanel('Send');
	expect(await send.labels()).toContain('Input Data Field Names');
	await page.getByText('Add Field Name').click();
	await page.getByText('The names of the input fields whose files are sent').first().waitFor();
	await send.type('Input Data Field Names', 'photo');
	await page.getByTestId('node-execute-button').click();
	await page.getByText('The item has no file in "photo"').first().waitFor();
	await page.getByText('Its files are in data: give these names in Input Data Field Names').first().waitFor();
	expect(simulator().requests).toEqual([]);

	await send.type('Input Data Field Names', 'data');
	await send.execute();
	await send.close();
	await page.goto(`${simulator().url}/?with=${encodeURIComponent(person)}`);
	const picture = page.getByAltText('photo.png');
	await picture.waitFor();
	const width = await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
	expect(width).toBe(widthOf(photo));
});
