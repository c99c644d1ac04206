import type { Locator, Page } from 'playwright-core';

/** The panel of a node: its parameters, named by their labels, and its output. */
export class NodePanel {
	private readonly panel: Locator;
	private readonly parameters: Locator;

	private constructor(private readonly page: Page) {
		this.panel = page.getByTestId('ndv');
		this.parameters = this.panel.getByTestId('node-parameters');
	}

	/** The panel that is open, once it shows its parameters. */
	static async shown(page: Page): Promise<NodePanel> {
		const panel = new NodePanel(page);
		await panel.parameters.locator('label').first().waitFor();
		return panel;
	}

	async type(label: string, text: string): Promise<void> {
		const title = this.page.locator('label [class*="_title_"]').getByText(label, { exact: true });
		const items = this.parameters.locator('.parameter-item:visible, .multi-parameter:visible');
		const parameter = items.filter({ has: title }).last();
		await parameter.getByTestId('parameter-input-field').last().fill(text);
	}

	/** Chooses one of the stored credentials. */
	async chooseCredential(name: string): Promise<void> {
		const list = this.panel.getByTestId('node-credentials-select');
		const box = await list.locator('[aria-controls]').first().getAttribute('aria-controls');
		// Its own items: another list may not be closed yet.
		const items = this.page.locator(`[id="${box ?? ''}"] .el-select-dropdown__item:visible`);
		await list.click();
		await items.filter({ has: this.page.getByText(name, { exact: true }) }).click();
		// Not by the tab key: it would open a list that comes next.
		await this.page.evaluate('document.activeElement?.blur()');
	}

	/** Runs the node and waits for its output. */
	async execute(): Promise<void> {
		await this.panel.getByTestId('node-execute-button').click();
		await this.panel.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	}

	/** The fields of the output, from top to bottom. */
	async outputFields(): Promise<string[]> {
		const fields = this.panel.getByTestId('output-panel').getByTestId('run-data-schema-node-name');
		return (await fields.allInnerTexts()).map((text) => text.trim());
	}

	async close(): Promise<void> {
		await this.panel.getByTestId('ndv-close-button').click();
		await this.panel.waitFor({ state: 'hidden' });
	}
}
