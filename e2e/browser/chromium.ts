import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, selectors, type Browser } from 'playwright-core';
import { root } from '../../scripts/project-root';

const program = '/usr/bin/chromium';
const launchArguments = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** A browser for the tests of a file. */
export function useBrowser(): () => Browser {
	let browser: Browser;
	beforeAll(async () => {
		browser = await startedChromium();
	}, 300_000);
	afterAll(async () => await browser.close());
	return () => browser;
}

/** Starts Debian's Chromium, installing it first if it is missing; it ends with this process at the latest. */
export async function startedChromium(): Promise<Browser> {
	if (!existsSync(program)) execFileSync(join(root, '.ci', 'install-missing'), { stdio: 'inherit' });
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({ executablePath: program, args: launchArguments });
}
