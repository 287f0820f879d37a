import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from '@playwright/test';

export interface Browser {
	readonly executablePath: string;
	/** What the browser's process needs in its environment. */
	readonly env: Record<string, string>;
	/** True for the browser from the npm registry, which is unpacked before its first use. */
	readonly packed: boolean;
}

const installed = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome-stable',
	'/usr/bin/google-chrome',
	'/snap/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const unpackedTo = path.resolve('.cache/browser');
const fontsFile = path.join(unpackedTo, 'fonts.conf');

/** The system's fonts where there are any, else the ones that came with the browser. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	<dir>/usr/share/fonts</dir>
	<dir>/usr/local/share/fonts</dir>
	<dir>${path.join(unpackedTo, 'fonts')}</dir>
	<cachedir>${path.join(unpackedTo, 'font-cache')}</cachedir>
	<alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
	<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

/** The first browser there is: the one named by CHROMIUM_PATH, an installed one, Playwright's own, the one from npm. */
export function findBrowser(): Browser {
	const named = process.env.CHROMIUM_PATH;
	if (named) {
		if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names "${named}", where there is no file.`);
		return { executablePath: named, env: {}, packed: false };
	}
	const found = [...installed, playwrightsOwn()].find((it) => it !== null && existsSync(it));
	if (found) return { executablePath: found, env: {}, packed: false };
	return {
		executablePath: path.join(unpackedTo, 'chromium'),
		env: { LD_LIBRARY_PATH: path.join(unpackedTo, 'al2023', 'lib'), FONTCONFIG_FILE: fontsFile },
		packed: true,
	};
}

/** Unpacks the browser that came from the npm registry, once. It needs no library of the system. */
export async function unpackBrowser(): Promise<void> {
	await mkdir(unpackedTo, { recursive: true });
	await writeFile(fontsFile, fonts);
	const before = { ...process.env };
	process.env.TMPDIR = unpackedTo;
	process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
	try {
		const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
		const { default: packed } = (await import(entry)) as { default: { executablePath(): Promise<string> } };
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
