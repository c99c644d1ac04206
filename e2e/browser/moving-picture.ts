import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../scripts/project-root';
import { temporaryFolder } from '../n8n/temporary-folder';
import { hidden } from './pictures';

const program = '/usr/bin/img2webp';
const size = { width: 1040, height: 600 };

/** A frame of its own: the editor beside a phone, and a line that says what happens, on gray that suits light and dark. */
function frame(editor: string, phone: string, caption: string): string {
	return `<style>
		body { margin: 0; background: #8a8f9c; font: 600 22px 'DejaVu Sans', sans-serif; color: #fff; }
		p { margin: 0; padding: 12px 16px; height: 28px; line-height: 28px; }
		img { position: absolute; top: 52px; height: 532px; border-radius: 10px; }
	</style>
	<p>${caption}</p>
	<img style="left: 16px; width: 709px" src="data:image/png;base64,${editor}">
	<img style="left: 741px; width: 283px" src="data:image/png;base64,${phone}">`;
}

/** A moving picture of an editor beside a phone, taken frame by frame. */
export class MovingPicture {
	/** The window sizes that fill their places. */
	static readonly editorSize = { width: 1000, height: 750 };
	static readonly phoneSize = { width: 375, height: 705 };

	private readonly folder = temporaryFolder('moving-picture');
	private readonly frames: Array<{ file: string; milliseconds: number }> = [];

	private constructor(private readonly table: Page) {}

	static async begun(browser: Browser): Promise<MovingPicture> {
		return new MovingPicture(await browser.newPage({ viewport: size }));
	}

	/** Milliseconds that it lasts so far. */
	get length(): number {
		return this.frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
	}

	/** Takes a frame that stays for so many milliseconds. */
	async take(editor: Page, phone: Page, caption: string, milliseconds: number): Promise<void> {
		const [left, right] = await Promise.all(
			[editor, phone].map(async (page) =>
				(await page.screenshot({ style: hidden, animations: 'disabled' })).toString('base64'),
			),
		);
		await this.table.setContent(frame(left ?? '', right ?? '', caption));
		const file = join(this.folder, `${this.frames.length}.png`);
		await this.table.screenshot({ path: file });
		this.frames.push({ file, milliseconds });
	}

	/** Writes all frames to an animated WebP that repeats, with Debian's img2webp, which is installed if it is missing. */
	write(file: string): void {
		if (!existsSync(program)) execFileSync(join(root, '.ci', 'install-missing'), { stdio: 'inherit' });
		const each = this.frames.flatMap((one) => ['-d', String(one.milliseconds), one.file]);
		execFileSync(program, ['-loop', '0', '-mixed', '-q', '80', '-m', '4', ...each, '-o', file]);
	}
}
