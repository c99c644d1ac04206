import { sharedN8n } from '../support/n8n-session';
import { serviceCredential, token, useSimulator } from '../support/simulated-service';
import { CredentialDialog } from './credential-dialog';
import { eventually } from './eventually';
import { openedPanel } from './opened-panel';
import { useEditor } from './use-editor';

const n8n = sharedN8n();
const simulator = useSimulator();
const editor = useEditor(n8n);

async function dialog(): Promise<CredentialDialog> {
	const credential = await serviceCredential(n8n, simulator().url);
	const panel = await openedPanel(editor(), n8n, 'phoneServiceFaceTime', {}, credential);
	await panel.openCredential();
	return await CredentialDialog.shown(editor().page);
}

describe("the credential's dialog (section 5)", () => {
	test('asks for token and address, both required, and hides the token', async () => {
		const opened = await dialog();
		expect(await opened.labels()).toEqual([
			'Access Token *',
			'Base URL *',
			'Webhook Secret',
			'Allowed HTTP Request Domains',
		]);
		expect(await opened.kindOf('Access Token')).toBe('password');
		expect(await opened.placeholder('Base URL')).toMatch(/^e\.g\. https:\/\//);
		for (const hint of [/console under Tokens/, /such as https:\/\/api\.example\.com/]) {
			await editor().page.getByText(hint).waitFor();
		}
	});

	test('says that a good token works', async () => {
		const opened = await dialog();
		await opened.type('Access Token', token);
		await opened.save();
		await eventually(async () => {
			expect(await opened.verdict()).toMatch(/^Connection tested successfully/);
		});
	});

	test('says why a wrong token does not work', async () => {
		const opened = await dialog();
		await opened.type('Access Token', 'some-other-token');
		await opened.save();
		await eventually(async () => {
			expect(await opened.verdict()).toMatch(/does not accept this access token \(401\)/);
		});
	});
});
