import type { Locator, Page } from 'playwright-core';

/** What a list offers, once opened: name and, on further lines, description. Closes it again. */
export async function offered(page: Page, list: Locator): Promise<string[]> {
	const items = await opened(page, list);
	const texts = await items.allInnerTexts();
	await list.click();
	await items.first().waitFor({ state: 'hidden' });
	return texts.map((text) => text.trim());
}

/** Opens a list and picks an option by its name. */
export async function chosen(page: Page, list: Locator, option: string): Promise<void> {
	const items = await opened(page, list);
	await items.filter({ has: page.getByText(option, { exact: true }) }).click();
	await page.keyboard.press('Tab');
	await items.first().waitFor({ state: 'hidden' });
}

async function opened(page: Page, list: Locator): Promise<Locator> {
	const items = page.locator('.el-select-dropdown__item:visible');
	await list.click();
	await items.first().waitFor();
	return items;
}
