import type { Locator, Page } from 'playwright-core';

/** The elements that n8n marks with this test id. */
export function testId(within: Page | Locator, id: string): Locator {
	return within.locator(`[data-test-id="${id}"]`);
}
