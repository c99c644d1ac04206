import { token } from '../support/simulated-service';
import { eventually } from './eventually';
import { usePanels } from './opened-panel';

const { editor, openedPanel } = usePanels();

test("the credential's dialog says what to enter, hides the token, and says whether it works (section 5)", async () => {
	await openedPanel('phoneServiceFaceTime');
	const { page } = editor();
	await page.getByTestId('credential-edit-button').click();
	const dialog = page.getByTestId('editCredential-modal');
	const field = (label: string) =>
		dialog
			.locator('.parameter-item, [data-test-id="credential-connection-parameter"]')
			.filter({ hasText: label })
			.locator('input')
			.first();
	expect(await field('Access Token').getAttribute('type')).toBe('password');
	for (const hint of [/console under Tokens/, /such as https:\/\/api\.example\.com/]) {
		await page.getByText(hint).waitFor();
	}

	const verdict = dialog.locator('.el-tag--success:visible, .el-tag--danger:visible');
	await verdict.waitFor();
	for (const [accessToken, says] of [
		['some-other-token', /does not accept this access token \(401\)/],
		[token, /^Connection tested successfully/],
	] as const) {
		await field('Access Token').fill(accessToken);
		await dialog.getByTestId('credential-save-button').click();
		await eventually(async () => {
			const details = verdict.getByText('More details');
			if (await details.isVisible()) await details.click();
			expect((await verdict.innerText()).replace(/\s+/g, ' ').trim()).toMatch(says);
		});
	}
});
