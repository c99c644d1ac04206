import type { Browser } from 'playwright-core';
import type { N8n } from '../n8n/n8n';
import { startedChromium } from './chromium';
import { Editor, type EditorLook } from './editor';

/** n8n's editor saves by itself. On a busy machine, it may take its own save for somebody else's. */
const ofItsOwnSave = /^Workflow updated elsewhere/;

/** A window on n8n's editor for the tests of a file. After each test, no error or warning may have been shown. */
export function useEditor(n8n: N8n, look?: EditorLook): () => Editor {
	let browser: Browser;
	let editor: Editor;
	beforeAll(async () => {
		browser = await startedChromium();
		editor = await Editor.open(browser, n8n, look);
	}, 300_000);
	afterEach(() => {
		expect(editor.toasts.filter((toast) => !ofItsOwnSave.test(toast))).toEqual([]);
	});
	afterAll(async () => await browser.close());
	return () => editor;
}
