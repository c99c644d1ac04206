import type { Page } from 'playwright-core';

/** The texts of all error and warning toasts of a page, from now on and over every reload, also of those gone again. */
export async function watchedToasts(page: Page): Promise<readonly string[]> {
	const texts: string[] = [];
	await page.exposeFunction('noteToast', (text: string) => {
		texts.push(text);
	});
	await page.addInitScript(() => {
		const noted = new WeakSet<Element>();
		const note = (window as unknown as { noteToast(text: string): void }).noteToast;
		new MutationObserver(() => {
			for (const toast of Array.from(document.querySelectorAll('.el-notification'))) {
				const isComplaint = toast.querySelector('.el-notification--error, .el-notification--warning');
				if (isComplaint === null || noted.has(toast)) continue;
				noted.add(toast);
				note((toast as HTMLElement).innerText);
			}
		}).observe(document, { childList: true, subtree: true });
	});
	return texts;
}
