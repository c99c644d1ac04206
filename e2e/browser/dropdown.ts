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
	// Not by the tab key: it would open a list that comes next.
	await page.evaluate('document.activeElement?.blur()');
}

/** Opens a list and answers its own items: another one may not be closed yet. */
async function opened(page: Page, list: Locator): Promise<Locator> {
	const box = await list.locator('[aria-controls]').first().getAttribute('aria-controls');
	const items = page.locator(`[id="${box ?? ''}"] .el-select-dropdown__item:visible`);
	await list.click();
	await items.first().waitFor();
	return items;
}
