import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium, selectors, type Browser } from 'playwright-core';
import { alone } from '../n8n/alone';
import { ClearProblem } from '../n8n/clear-problem';
import { stage } from '../n8n/progress';
import { stopAtExit } from '../n8n/stop-at-exit';

const program = '/usr/bin/chromium';
const fonts = [
	'/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
	'/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf',
];
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
/** Chromium, and fonts with letters and emoji, which it does not bring along. */
const chromiumPackages = ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji'];

/** Starts Debian's Chromium, installing it first if it or a font is missing; it ends with this process at the latest. */
export async function startedChromium(): Promise<Browser> {
	const isThere = () => [program, ...fonts].every((file) => existsSync(file));
	if (!isThere()) {
		await alone('chromium', async () => {
			if (!isThere()) await installDebianPackages(chromiumPackages);
		});
	}
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: program,
		args: launchArguments,
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	const forget = stopAtExit({ stop: () => browser.close() });
	browser.once('disconnected', forget);
	return browser;
}

/** Installs packages of Debian: as root, otherwise through sudo. A {@link ClearProblem} where that cannot be done. */
export async function installDebianPackages(packages: string[]): Promise<void> {
	const command = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
	const run = async (...words: string[]) => {
		const [first = '', ...rest] = [...command, 'env', 'DEBIAN_FRONTEND=noninteractive', ...words];
		await promisify(execFile)(first, rest);
	};
	await stage(`Installing ${packages.join(', ')}`, async () => {
		try {
			await run('apt-get', 'update', '--quiet');
			await run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', ...packages);
		} catch {
			throw new ClearProblem(
				`The browser tests and screenshots need ${packages.join(', ')}, which could not be installed. On Debian, as root: apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`,
			);
		}
	});
}
