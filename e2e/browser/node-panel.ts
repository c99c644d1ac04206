import type { Locator, Page } from 'playwright-core';
import { chosen, offered } from './dropdown';
import { eventually } from './eventually';
import { LocatorField } from './locator-field';
import { testId } from './test-id';

/** The panel of a node: its input, its parameters, its output. Parameters are named by their labels. */
export class NodePanel {
	private readonly panel: Locator;
	private readonly parameters: Locator;

	private constructor(private readonly page: Page) {
		this.panel = testId(page, 'ndv');
		this.parameters = testId(this.panel, 'node-parameters');
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
			.filter({ has: testId(this.page, 'parameter-issues') });
		return (await marked.locator(titleSelector).allInnerTexts()).map((text) => text.trim());
	}

	/** The notices between the parameters. */
	async notices(): Promise<string[]> {
		return (await this.parameters.locator('.notice:visible').allInnerTexts()).map((text) => text.trim());
	}

	/** What stands in the empty field of a parameter. */
	async placeholder(label: string): Promise<string> {
		return (await this.field(label).getAttribute('placeholder')) ?? '';
	}

	/** What a list shows as chosen. */
	async value(label: string): Promise<string> {
		return await this.list(label).locator('input').first().inputValue();
	}

	async type(label: string, text: string): Promise<void> {
		await this.field(label).fill(text);
	}

	/** Turns a switch on. */
	async turnOn(label: string): Promise<void> {
		await this.parameter(label).locator('.el-switch').click();
	}

	/** What a list of options offers, with the descriptions below the names. */
	async offers(label: string): Promise<string[]> {
		return await offered(this.page, this.list(label));
	}

	/** The options that are chosen in a list of several. */
	async chosenIn(label: string): Promise<string[]> {
		return await this.parameter(label).locator('.el-select__tags-text').allInnerTexts();
	}

	async choose(label: string, option: string): Promise<void> {
		await chosen(this.page, this.list(label), option);
	}

	/** Presses the button that adds an item, e.g. an attachment. */
	async press(button: string): Promise<void> {
		await this.parameters.getByRole('button', { name: button, exact: true }).click();
	}

	/** What a collection of options below the parameters offers. */
	async offeredOptions(collection = 'Options'): Promise<string[]> {
		return await offered(this.page, this.addOptionList(collection));
	}

	async addOption(option: string): Promise<void> {
		await chosen(this.page, this.addOptionList('Options'), option);
	}

	/** A field with *From List* beside typing. */
	locator(label: string): LocatorField {
		return new LocatorField(this.page, this.parameter(label));
	}

	/** The fields that the input side shows of a node before it, as its preview before that node has run. */
	async inputPreview(node: string): Promise<string[]> {
		const input = testId(this.panel, 'ndv-input-panel');
		await testId(input, 'schema-preview-warning').waitFor();
		return await schemaFields(input, node);
	}

	/** What the button says that runs the node. */
	async executeButton(): Promise<string> {
		return (await testId(this.panel, 'node-execute-button').innerText()).trim();
	}

	/** The rows of the output as its table shows them, over all pages: a text for each column. */
	async outputTable(): Promise<Array<Record<string, string>>> {
		const output = testId(this.panel, 'output-panel');
		await output.hover();
		await testId(output, 'radio-button-table').click();
		const table = output.locator('table').first();
		await table.waitFor();
		const rows = await tableRows(table);
		const page = (number: number) =>
			testId(output, 'ndv-data-pagination').getByText(String(number), { exact: true });
		for (let number = 2; (await page(number).count()) > 0; number++) {
			await page(number).click();
			await eventually(async () => {
				expect((await tableRows(table))[0]).not.toEqual(rows.at(0));
			});
			rows.push(...(await tableRows(table)));
		}
		return rows;
	}

	/** Chooses one of the stored credentials. */
	async chooseCredential(name: string): Promise<void> {
		await chosen(this.page, testId(this.panel, 'node-credentials-select'), name);
	}

	/** Runs the node and waits for its output. */
	async execute(): Promise<void> {
		await testId(this.panel, 'node-execute-button').click();
		await testId(testId(this.panel, 'output-panel'), 'ndv-items-count').waitFor();
	}

	/** The fields of the output, from top to bottom. */
	async outputFields(): Promise<string[]> {
		return await schemaFields(testId(this.panel, 'output-panel'));
	}

	/** Opens the dialog of the credential that the node uses. */
	async openCredential(): Promise<void> {
		await testId(this.panel, 'credential-edit-button').click();
	}

	async close(): Promise<void> {
		await testId(this.panel, 'ndv-close-button').click();
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

	private field(label: string): Locator {
		return testId(this.parameter(label), 'parameter-input-field').last();
	}

	private list(label: string): Locator {
		return this.parameter(label).locator('.el-select');
	}

	private addOptionList(collection: string): Locator {
		return testId(this.parameter(collection), 'collection-parameter-add').locator('visible=true');
	}
}

const titleSelector = 'label [class*="_title_"]';

/** The rows of a table by its heads. */
async function tableRows(table: Locator): Promise<Array<Record<string, string>>> {
	const heads = (await table.locator('thead th').allInnerTexts()).map((text) => text.trim());
	const rows = await table
		.locator('tbody tr')
		.evaluateAll((found) =>
			found.map((row) => Array.from(row.querySelectorAll('td')).map((cell) => cell.innerText.trim())),
		);
	return rows.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])));
}

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
