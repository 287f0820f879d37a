/**
 * Lists the licenses of everything shipped, from the lock file, in docs/licenses.md: `npm run licenses -- --write` updates it; without the flag, it
 * fails if the list is outdated, if a license isn't approved, or if the registry reports a vulnerability.
 */
import { exec } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const page = 'docs/licenses.md';

/** Licenses that only require attribution, and those that don't extend to our own code. */
const agreed = new Set([
	'MIT',
	'MIT-0',
	'ISC',
	'0BSD',
	'BSD-2-Clause',
	'BSD-3-Clause',
	'Apache-2.0',
	'BlueOak-1.0.0',
	'CC0-1.0',
	'Unlicense',
	'Zlib',
	'Python-2.0',
]);

interface Shipped {
	readonly name: string;
	readonly versions: Set<string>;
	readonly licenses: Set<string>;
}

interface Locked {
	readonly dev?: boolean;
	readonly version: string;
	readonly license?: string;
}

/** All installed packages except development dependencies, by name. */
function shipped(): Shipped[] {
	const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
	const found = new Map<string, Shipped>();
	for (const [place, { dev, version, license = 'none' }] of Object.entries(packages)) {
		if (place === '' || dev) continue;
		const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
		const known: Shipped = found.get(name) ?? { name, versions: new Set(), licenses: new Set() };
		known.versions.add(version);
		known.licenses.add(license);
		found.set(name, known);
	}
	return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether one of the alternative licenses, with everything it requires, is approved (SPDX, without nesting). */
const isAgreed = (license: string): boolean =>
	license
		.replaceAll(/[()]/g, '')
		.split(' OR ')
		.some((choice) => choice.split(' AND ').every((part) => agreed.has(part)));

/** Packages without an approved license. */
export const refused = (): Shipped[] => shipped().filter(({ licenses }) => ![...licenses].every(isAgreed));

export function licensesPage(): string {
	const all = shipped();
	const counts = new Map<string, number>();
	for (const { licenses } of all) {
		for (const license of licenses) counts.set(license, (counts.get(license) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
	const rows = all.map(
		({ name, versions, licenses }) => `| ${name} | ${[...versions].join(', ')} | ${[...licenses].join(', ')} |`,
	);
	return `# Licenses of what is shipped

Written by \`npm run licenses -- --write\` from the lock file. Development packages are not among them, and packages for
other systems are. Why the heavy ones are here stands in [decision 14](decisions/0014-what-is-heavy-and-why.md).

| license | packages |
|---|---|
${sorted.map(([license, count]) => `| ${license} | ${count} |`).join('\n')}

| package | version | license |
|---|---|---|
${rows.join('\n')}
`;
}

/** The registry's vulnerability reports for shipped packages; null if it doesn't answer. */
const advisories = (): Promise<{ total: number } | null> =>
	new Promise((resolve) => {
		exec('npm audit --omit=dev --json', { maxBuffer: 2 ** 26, timeout: 60_000 }, (_error, text) => {
			try {
				resolve(JSON.parse(text).metadata?.vulnerabilities ?? null);
			} catch {
				resolve(null);
			}
		});
	});

async function main(): Promise<void> {
	if (process.argv.includes('--write')) writeFileSync(page, licensesPage());
	let isGood = true;
	const complain = (words: string) => {
		console.error(words);
		isGood = false;
	};
	if (readFileSync(page, 'utf8') !== licensesPage()) {
		complain(`${page} is not what the lock file says. Run: npm run licenses -- --write`);
	}
	for (const { name, licenses } of refused())
		complain(`${name} is under ${[...licenses].join(', ')}, which nobody agreed to.`);
	const found = await advisories();
	if (found === null) console.log('The registry does not tell of advisories: nothing is known of vulnerabilities.');
	else if (found.total > 0)
		complain(`The registry knows of ${found.total} vulnerabilities in what is shipped. Run: npm audit --omit=dev`);
	else console.log('The registry knows of no vulnerability in what is shipped.');
	if (isGood) console.log(`${shipped().length} packages, each under a license that was agreed to.`);
	process.exitCode = isGood ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
