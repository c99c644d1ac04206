import type { Locator, Page } from 'playwright-core';

/** A field of a panel with *From List* beside typing. */
export class LocatorField {
	constructor(
		private readonly page: Page,
		private readonly parameter: Locator,
	) {}

	/** What stands in the field: what was typed, or what the list called the number that was picked. */
	async shown(): Promise<string> {
		return await this.input().inputValue();
	}

	/** Opens the list and answers what it offers for a search, once these are as many as told; closes it again. */
	async offers({ text, count }: { text: string; count: number }): Promise<string[]> {
		await this.open();
		await this.page.getByTestId('rlc-search').locator('visible=true').fill(text);
		await this.items().nth(count).waitFor({ state: 'detached' });
		await this.items()
			.nth(count - 1)
			.waitFor();
		const texts = await this.items().allInnerTexts();
		await this.close();
		return texts.map((text) => text.trim());
	}

	/** Opens the list and picks the entry that begins with a text. */
	async pick(beginning: string): Promise<void> {
		await this.open();
		await this.items().filter({ hasText: beginning }).first().click();
	}

	private async open(): Promise<void> {
		await this.input().click();
		await this.items().first().waitFor();
	}

	private async close(): Promise<void> {
		await this.page.locator('label').first().click();
		await this.items().first().waitFor({ state: 'hidden' });
	}

	private items(): Locator {
		return this.page.getByTestId('rlc-item').locator('visible=true');
	}

	private input(): Locator {
		return this.parameter.getByTestId('rlc-input').locator('visible=true');
	}
}
