import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

export interface Browser {
	readonly executablePath: string;
	readonly env: Record<string, string>;
	/** What to do before its first use: nothing, unpack the one from the npm registry, or let Playwright download its own. */
	readonly preparation: 'none' | 'unpack' | 'download';
}

const installed = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome-stable',
	'/usr/bin/google-chrome',
	'/snap/bin/chromium',
	'/usr/bin/microsoft-edge',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
	...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap((folder) =>
		folder
			? [
					path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
					path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
				]
			: [],
	),
];

const unpackedTo = path.resolve('.cache/browser');
const fontsFile = path.join(unpackedTo, 'fonts.conf');

/**
 * The browser's bundled fonts and, for code and missing letters, DejaVu if the system has it. No others, because installed fonts must not change how
 * a page looks.
 */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	<dir>/usr/share/fonts</dir>
	<dir>/usr/local/share/fonts</dir>
	<dir>${path.join(unpackedTo, 'fonts')}</dir>
	<cachedir>${path.join(unpackedTo, 'font-cache')}</cachedir>
	<selectfont>
		<rejectfont>${['ttf', 'ttc', 'otf', 'pfb', 't1', 'gz'].map((ending) => `<glob>/usr/*.${ending}</glob>`).join('')}</rejectfont>
		<acceptfont><glob>*/DejaVu*</glob></acceptfont>
	</selectfont>
	<alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
	<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

/**
 * The first browser found: the one in CHROMIUM_PATH, an installed one, Playwright's own, the one from npm (Linux x64 only), or else one that
 * Playwright downloads.
 */
export function findBrowser(): Browser {
	const named = process.env.CHROMIUM_PATH;
	if (named) {
		if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is "${named}", but there is no such file.`);
		return { executablePath: named, env: {}, preparation: 'none' };
	}
	const playwrights = playwrightsOwn();
	const found = [...installed, playwrights].find((file) => file !== null && existsSync(file));
	if (found) return { executablePath: found, env: {}, preparation: 'none' };
	if (process.platform === 'linux' && process.arch === 'x64') {
		return {
			executablePath: path.join(unpackedTo, 'chromium'),
			env: { LD_LIBRARY_PATH: path.join(unpackedTo, 'al2023', 'lib'), FONTCONFIG_FILE: fontsFile },
			preparation: 'unpack',
		};
	}
	if (playwrights === null) throw new Error(noBrowser);
	return { executablePath: playwrights, env: {}, preparation: 'download' };
}

const noBrowser =
	'No browser found. Install Chrome, Chromium or Edge, or set CHROMIUM_PATH to a Chromium-based browser, then run this again.';

export async function prepareBrowser({ preparation }: Browser): Promise<void> {
	if (preparation === 'unpack') await unpackBrowser();
	if (preparation === 'download') downloadBrowser();
}

/** Lets Playwright download its own browser if neither the system nor the npm registry has one. */
function downloadBrowser(): void {
	const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
	const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
	if (status !== 0) throw new Error(noBrowser);
}

/** Unpacks the browser from the npm registry, once. It needs no system libraries. */
async function unpackBrowser(): Promise<void> {
	await mkdir(unpackedTo, { recursive: true });
	await writeFile(fontsFile, fonts);
	const before = { ...process.env };
	process.env.TMPDIR = unpackedTo;
	process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
	try {
		const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
		const { default: packed } = (await import(pathToFileURL(entry).href)) as {
			default: { executablePath(): Promise<string> };
		};
		const executable = await packed.executablePath();
		if (path.resolve(executable) !== path.join(unpackedTo, 'chromium')) {
			throw new Error(`The browser was unpacked to ${executable}, not to ${unpackedTo}.`);
		}
	} finally {
		for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
			if (before[name] === undefined) delete process.env[name];
			else process.env[name] = before[name];
		}
	}
}

function playwrightsOwn(): string | null {
	try {
		return chromium.executablePath();
	} catch {
		return null;
	}
}
