import type { Locator, Page } from 'playwright-core';
import { testId } from './test-id';

/** The dialog in which a credential is filled in, saved and tested. */
export class CredentialDialog {
	private readonly dialog: Locator;

	private constructor(private readonly page: Page) {
		this.dialog = testId(page, 'editCredential-modal');
	}

	/** The dialog that is open, once it shows its fields. */
	static async shown(page: Page): Promise<CredentialDialog> {
		const dialog = new CredentialDialog(page);
		await dialog.labelElements().first().waitFor();
		return dialog;
	}

	/** The labels of the fields; a star at the end marks a required one. */
	async labels(): Promise<string[]> {
		return (await this.labelElements().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
	}

	/** The kind of a field: `text`, or `password` where the characters are hidden. */
	async kindOf(label: string): Promise<string | null> {
		return await this.field(label).getAttribute('type');
	}

	async placeholder(label: string): Promise<string | null> {
		return await this.field(label).getAttribute('placeholder');
	}

	async type(label: string, text: string): Promise<void> {
		await this.field(label).fill(text);
	}

	/** Saves the credential, upon which n8n tests it, as it does when the dialog opens. */
	async save(): Promise<void> {
		await this.verdictElement().waitFor();
		const tested = this.page.waitForResponse((response) => response.url().endsWith('/rest/credentials/test'));
		await testId(this.dialog, 'credential-save-button').click();
		await tested;
	}

	/** What n8n says about the latest test, with its details. */
	async verdict(): Promise<string> {
		const details = this.verdictElement().getByText('More details');
		if (await details.isVisible()) await details.click();
		return (await this.verdictElement().innerText()).replace(/\s+/g, ' ').trim();
	}

	private verdictElement(): Locator {
		return this.dialog.locator('.el-tag--success:visible, .el-tag--danger:visible');
	}

	private labelElements(): Locator {
		return testId(this.dialog, 'node-credentials-config-container').locator(
			'label:visible [class*="_title_"]',
		);
	}

	private field(label: string): Locator {
		const item = this.dialog.locator('.parameter-item, [data-test-id="credential-connection-parameter"]');
		return item.filter({ hasText: label }).locator('input').first();
	}
}
