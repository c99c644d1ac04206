import type { Locator, Page } from 'playwright-core';
import { chosen, offered } from './dropdown';
import { LocatorField } from './locator-field';

/** The panel of a node: its input, its parameters, its output. Parameters are named by their labels. */
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

	/** The options that can be added. */
	async offeredOptions(): Promise<string[]> {
		return await offered(this.page, this.addOptionList());
	}

	async addOption(option: string): Promise<void> {
		await chosen(this.page, this.addOptionList(), option);
	}

	/** A field with *From List* beside typing. */
	locator(label: string): LocatorField {
		return new LocatorField(this.page, this.parameter(label));
	}

	/** Chooses one of the stored credentials. */
	async chooseCredential(name: string): Promise<void> {
		await chosen(this.page, this.panel.getByTestId('node-credentials-select'), name);
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
}

const titleSelector = 'label [class*="_title_"]';
