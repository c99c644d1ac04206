import type { Locator, Page } from 'playwright-core';

const titleSelector = 'label [class*="_title_"]';

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

	/** The labels of the parameters that are shown, from top to bottom, the credential's included. */
	async labels(): Promise<string[]> {
		return (await this.titles().allInnerTexts()).map((text) => text.trim());
	}

	/** The labels that are too long for the panel: n8n cuts them and shows dots. */
	async cutLabels(): Promise<string[]> {
		return await this.titles().evaluateAll((titles) =>
			titles
				.flatMap((title) => [title, ...Array.from(title.querySelectorAll('*'))])
				.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
				.map((element) => (element.textContent ?? '').trim()),
		);
	}

	async type(label: string, text: string): Promise<void> {
		await this.parameter(label).getByTestId('parameter-input-field').last().fill(text);
	}

	/** What stands in a text field. */
	async typed(label: string): Promise<string> {
		return await this.parameter(label).getByTestId('parameter-input-field').last().inputValue();
	}

	async changeOperation(operation: string): Promise<void> {
		await this.choose(this.parameter('Operation').locator('.el-select'), operation);
	}

	/** The options that can be added. */
	async offeredOptions(): Promise<string[]> {
		const list = this.addOptionList();
		const items = await this.opened(list);
		const texts = await items.allInnerTexts();
		await list.click();
		await items.first().waitFor({ state: 'hidden' });
		return texts.map((text) => text.trim());
	}

	async addOption(option: string): Promise<void> {
		await this.choose(this.addOptionList(), option);
	}

	/** Chooses one of the stored credentials. */
	async chooseCredential(name: string): Promise<void> {
		await this.choose(this.panel.getByTestId('node-credentials-select'), name);
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

	private titles(): Locator {
		return this.parameters.locator(`${titleSelector}:visible`);
	}

	private parameter(label: string): Locator {
		const title = this.page.locator(titleSelector).getByText(label, { exact: true });
		const items = this.parameters.locator('.parameter-item:visible, .multi-parameter:visible');
		return items.filter({ has: title }).last();
	}

	private addOptionList(): Locator {
		return this.parameter('Options').getByTestId('collection-parameter-add').locator('visible=true');
	}

	/** Opens a list and picks an option by its name. */
	private async choose(list: Locator, option: string): Promise<void> {
		const items = await this.opened(list);
		await items.filter({ has: this.page.getByText(option, { exact: true }) }).click();
		// Not by the tab key: it would open a list that comes next.
		await this.page.evaluate('document.activeElement?.blur()');
	}

	/** Opens a list and answers its own items: another one may not be closed yet. */
	private async opened(list: Locator): Promise<Locator> {
		const box = await list.locator('[aria-controls]').first().getAttribute('aria-controls');
		const items = this.page.locator(`[id="${box ?? ''}"] .el-select-dropdown__item:visible`);
		await list.click();
		await items.first().waitFor();
		return items;
	}
}
