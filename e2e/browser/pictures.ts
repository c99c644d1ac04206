import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Editor } from './editor';
import { smallerPng } from './smaller-png';

const marginPixels = 32;

/** What floats above the canvas and would cover a part of the workflow. */
const overCanvas = `
	[data-test-id="canvas-controls"], [data-test-id="canvas-minimap"], [data-test-id="execute-workflow-button"],
	[data-test-id="node-creator-plus-button"], [data-test-id="command-bar-button"],
	[data-test-id="add-sticky-button"], [data-test-id="toggle-focus-panel-button"],
	[data-test-id="canvas-node-toolbar"], .n8n-segment-control, .el-notification { visibility: hidden !important; }
`;
/** What comes and goes, and what stands out of the panel of a node. */
const passing = `
	.el-notification, .n8n-tooltip, [data-test-id="floating-nodes"] { display: none !important; }
`;

/** Writes a picture of an element, without its outermost pixel, which the background shines through. */
export async function pictureOf(element: Locator, file: string): Promise<void> {
	await shown(element.page());
	const box = await element.boundingBox();
	if (box === null) throw new Error('The element is not shown');
	const clip = { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 };
	await written(file, await element.page().screenshot({ style: passing, animations: 'disabled', clip }));
}

/** Writes a picture of a page from its top to the end of the lowest of these elements. */
export async function pictureDownTo(elements: Locator, file: string): Promise<void> {
	const page = elements.page();
	await shown(page);
	const width = page.viewportSize()?.width ?? 0;
	const bottoms = await elements.evaluateAll((found) =>
		found.map((element) => element.getBoundingClientRect().bottom + window.scrollY),
	);
	const clip = { x: 0, y: 0, width, height: Math.max(...bottoms) + marginPixels };
	await written(file, await page.screenshot({ animations: 'disabled', fullPage: true, clip }));
}

/** Writes a picture of the workflow that is open, cropped to its nodes and notes. */
export async function pictureOfCanvas({ page }: Editor, file: string): Promise<void> {
	await page.getByTestId('zoom-to-fit').click();
	await shown(page);
	const canvas = page.getByTestId('canvas-wrapper');
	const clip = await surrounding(canvas, canvas.locator('.vue-flow__edge-path, .vue-flow__node *'));
	await written(file, await page.screenshot({ style: overCanvas, animations: 'disabled', clip }));
}

/** The box around everything visible of these elements, with a margin, inside that of the outer one. */
async function surrounding(outer: Locator, elements: Locator) {
	const limit = await outer.boundingBox();
	if (limit === null) throw new Error('The canvas is not shown');
	const boxes = await elements.evaluateAll((found) =>
		found
			.filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
			.filter((element) => element.childElementCount === 0)
			.filter((element) => element.closest('[data-test-id="canvas-node-toolbar"]') === null)
			.map((element) => element.getBoundingClientRect())
			.map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
	);
	const x = Math.max(limit.x, Math.min(...boxes.map(({ left }) => left)) - marginPixels);
	const y = Math.max(limit.y, Math.min(...boxes.map(({ top }) => top)) - marginPixels);
	const right = Math.max(...boxes.map((box) => box.right)) + marginPixels;
	const bottom = Math.max(...boxes.map((box) => box.bottom)) + marginPixels;
	return {
		x,
		y,
		width: Math.min(limit.x + limit.width, right) - x,
		height: Math.min(limit.y + limit.height, bottom) - y,
	};
}

/** Resolves when fonts and images are there and nothing moves any more. */
async function shown(page: Page): Promise<void> {
	await page.mouse.move(0, 0);
	await page.waitForLoadState('networkidle');
	await page.evaluate(async () => {
		await document.fonts.ready;
		const images = Array.from(document.images).filter(({ loading }) => loading !== 'lazy');
		await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
	});
	await page.waitForTimeout(1_000);
}

async function written(file: string, png: Buffer): Promise<void> {
	mkdirSync(dirname(file), { recursive: true });
	await smallerPng(png, file);
}
