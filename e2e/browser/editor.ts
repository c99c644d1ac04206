import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { N8n } from '../../scripts/n8n/n8n';
import { sessionHeaders } from '../../scripts/n8n/n8n-rest';
import { useBrowser } from './chromium';
import { NodePanel } from './node-panel';

/** How the editor is shown. */
export interface EditorLook {
	theme?: 'light' | 'dark';
	width?: number;
	height?: number;
}

/** n8n's editor in a browser, signed in, in a window of its own. */
export class Editor {
	private constructor(
		private readonly url: string,
		private readonly context: BrowserContext,
		readonly page: Page,
	) {}

	/** Opens a window on an n8n, in the session of `n8n.rest`, with everything put away that n8n shows to newcomers. */
	static async open(
		browser: Browser,
		{ url, rest }: Pick<N8n, 'url' | 'rest'>,
		{ theme = 'light', width = 1600, height = 1000 }: EditorLook = {},
	): Promise<Editor> {
		const context = await browser.newContext({
			viewport: { width, height },
			colorScheme: theme,
			reducedMotion: 'reduce',
		});
		const { Cookie: cookies, 'browser-id': browserId } = sessionHeaders(rest);
		await context.addCookies(cookies.split('; ').map((cookie) => ({ ...nameAndValue(cookie), url })));
		await context.addInitScript(preferences, browserId);
		const page = await context.newPage();
		page.setDefaultTimeout(60_000);
		page.on('dialog', (dialog) => void dialog.accept());
		return new Editor(url, context, page);
	}

	async close(): Promise<void> {
		await this.context.close();
	}

	/** Opens an empty workflow. */
	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Opens a stored workflow and waits until its nodes are shown. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens the panel of a node of the open workflow. */
	async openPanel(nodeName: string): Promise<NodePanel> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${nodeName}"]`).dblclick();
		return await NodePanel.shown(this.page);
	}

	/** Runs the open workflow with the button below it, and waits until it has succeeded. */
	async executeWorkflow(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
		await this.page.locator('.el-notification--success').waitFor({ timeout: 120_000 });
	}

	/** Types a search into the node panel, which is opened if it is not yet. */
	async searchNodes(search: string): Promise<void> {
		const bar = this.page.getByTestId('node-creator-search-bar');
		if (!(await bar.isVisible())) await this.page.getByTestId('node-creator-plus-button').click();
		await bar.fill(search);
	}

	/** A node that a search has found, or an action of one. */
	foundNode(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	/** Picks a node that a search has found, then one of its actions. An empty workflow shows the node's triggers first. */
	async pickNode(name: string, action: string): Promise<NodePanel> {
		await this.foundNode(name).click();
		const item = this.foundNode(action);
		const actions = this.page.getByText(/^Actions \(\d+\)$/);
		await item.or(actions).first().waitFor();
		if (!(await item.isVisible())) await actions.click();
		await item.click();
		return await NodePanel.shown(this.page);
	}
}

function nameAndValue(cookie: string): { name: string; value: string } {
	const [name = '', ...value] = cookie.split('=');
	return { name, value: value.join('=') };
}

/** Runs in each page before n8n's own code: n8n ties the session to the browser id, and keeps these choices here. */
function preferences(browserId: string): void {
	localStorage.setItem('n8n-browserId', browserId);
	localStorage.setItem('sidebar.collapsed', 'true');
	localStorage.setItem('N8N_LOGS_PANEL_OPEN', 'false');
	localStorage.setItem('N8N_NDV_INPUT_PANEL_DISPLAY_MODE', 'schema');
	localStorage.setItem('N8N_NDV_OUTPUT_PANEL_DISPLAY_MODE', 'schema');
}

/** A window on n8n's editor for the tests of a file. */
export function useEditor(n8n: N8n, look?: EditorLook): () => Editor {
	const browser = useBrowser();
	let editor: Editor;
	beforeAll(async () => {
		editor = await Editor.open(browser(), n8n, look);
	});
	return () => editor;
}
