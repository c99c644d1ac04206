import type { Locator, Page, PageScreenshotOptions } from 'playwright-core';

const marginPixels = 64;

/** What floats above the canvas, what comes and goes, and what stands out of the panel of a node. */
const hidden = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-minimap"], [data-test-id="execute-workflow-button"],
	[data-test-id="node-creator-plus-button"], [data-test-id="command-bar-button"],
	[data-test-id="add-sticky-button"], [data-test-id="toggle-focus-panel-button"], [data-test-id="floating-nodes"],
	[data-test-id="canvas-node-toolbar"], [data-reka-popper-content-wrapper], .n8n-segment-control, .el-notification, .n8n-tooltip
	{ visibility: hidden !important; }
`;

/**
 * Writes a picture of a page, or of an element of it, once fonts and images are there and nothing moves any more: WebP
 * without loss, which n8n's build, unlike PNG, doesn't copy into the package.
 */
export async function pictureOf(
	page: Page,
	shown: Page | Locator,
	file: string,
	options: PageScreenshotOptions = {},
): Promise<void> {
	await page.mouse.move(0, 0);
	await page.waitForLoadState('networkidle');
	await page.waitForTimeout(1_000);
	await shown.screenshot({ path: file, type: 'webp', style: hidden, animations: 'disabled', ...options });
}

/** Writes a picture of the workflow that is open, cropped to its nodes and notes. */
export async function pictureOfCanvas(page: Page, file: string): Promise<void> {
	await page.getByTestId('zoom-to-fit').click();
	const nodes = page.locator('.vue-flow__node');
	const boxes = await nodes.evaluateAll((found) =>
		found.map((node) => node.getBoundingClientRect().toJSON() as DOMRect),
	);
	const x = Math.min(...boxes.map(({ left }) => left)) - marginPixels;
	const y = Math.min(...boxes.map(({ top }) => top)) - marginPixels;
	const width = Math.max(...boxes.map(({ right }) => right)) + marginPixels - x;
	const height = Math.max(...boxes.map(({ bottom }) => bottom)) + marginPixels - y;
	await pictureOf(page, page, file, { clip: { x, y, width, height } });
}
