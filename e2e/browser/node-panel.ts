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

	/** The labels that n8n marks with a warning, because a required value is missing. */
	async markedLabels(): Promise<string[]> {
		const marked = this.parameters
			.locator('.parameter-item')
			.filter({ has: this.page.getByTestId('parameter-issues') });
		return (await marked.locator(titleSelector).allInnerTexts()).map((text) => text.trim());
	}

	async type(label: string, text: string): Promise<void> {
		await this.parameter(label).getByTestId('parameter-input-field').last().fill(text);
	}

	async choose(label: string, option: string): Promise<void> {
		await chosen(this.page, this.parameter(label).locator('.el-select'), option);
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

	/** The fields that the input side shows of a node before it, as its preview before that node has run. */
	async inputPreview(node: string): Promise<string[]> {
		const input = this.panel.getByTestId('ndv-input-panel');
		await input.getByTestId('schema-preview-warning').waitFor();
		return await schemaFields(input, node);
	}

	/** Chooses one of the stored credentials. */
	async chooseCredential(name: string): Promise<void> {
		await chosen(this.page, this.panel.getByTestId('node-credentials-select'), name);
	}

	/** The address at which a trigger listens once its workflow is published. */
	async productionUrl(): Promise<string> {
		await this.panel.getByText('Webhook URLs', { exact: true }).click();
		await this.panel.getByText('Production URL', { exact: true }).click();
		const url = this.panel.getByText(/^\s*https?:\/\/\S+\/webhook\/\S+\s*$/).first();
		return (await url.innerText()).trim();
	}

	/** Runs the node and waits for its output. */
	async execute(): Promise<void> {
		await this.panel.getByTestId('node-execute-button').click();
		await this.panel.getByTestId('output-panel').getByTestId('ndv-items-count').waitFor();
	}

	/** The fields of the output, from top to bottom. */
	async outputFields(): Promise<string[]> {
		return await schemaFields(this.panel.getByTestId('output-panel'));
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

/** The fields that a schema view shows, from top to bottom; with `node`, those of that node alone. */
async function schemaFields(view: Locator, node?: string): Promise<string[]> {
	const ofNode = node === undefined ? '' : `[data-node-name="${node}"]`;
	const fields = view.locator(`[data-test-id="run-data-schema-node-name"]${ofNode}`);
	return await fields.evaluateAll((found) =>
		found
			.map((field) => ({ top: field.getBoundingClientRect().top, text: field.textContent ?? '' }))
			.sort((one, other) => one.top - other.top)
			.map(({ text }) => text.trim()),
	);
}
