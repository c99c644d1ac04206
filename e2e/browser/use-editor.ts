import type { N8n } from '../n8n/n8n';
import { useBrowser } from './chromium';
import { Editor, type EditorLook } from './editor';

/** A window on n8n's editor for the tests of a file. */
export function useEditor(n8n: N8n, look?: EditorLook): () => Editor {
	const browser = useBrowser();
	let editor: Editor;
	beforeAll(async () => {
		editor = await Editor.open(browser(), n8n, look);
	});
	return () => editor;
}
