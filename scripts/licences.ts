/**
 * Lists the licences of everything that is shipped, from the lock file, in docs/licences.md:
 * `npm run dependencies -- --write` writes it; without, it fails where the list is not current, where a licence is not
 * among those that were agreed to, or where the registry knows of a vulnerability.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export const page = 'docs/licences.md';

/** Licences that ask for no more than to be named, and those that leave our own code alone. */
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
	readonly licences: Set<string>;
}

interface Locked {
	readonly dev?: boolean;
	readonly version: string;
	readonly license?: string;
}

/** Everything that is installed without development packages, by name. */
function shipped(): Shipped[] {
	const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
	const found = new Map<string, Shipped>();
	for (const [place, { dev, version, license = 'none' }] of Object.entries(packages)) {
		if (place === '' || dev) continue;
		const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
		const known: Shipped = found.get(name) ?? { name, versions: new Set(), licences: new Set() };
		known.versions.add(version);
		known.licences.add(license);
		found.set(name, known);
	}
	return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether one of the licences to choose from, with all that it needs, was agreed to (SPDX, without nesting). */
const isAgreed = (licence: string): boolean =>
	licence
		.replaceAll(/[()]/g, '')
		.split(' OR ')
		.some((choice) => choice.split(' AND ').every((it) => agreed.has(it)));

/** Packages with a licence that nobody agreed to. */
export const refused = (): Shipped[] => shipped().filter(({ licences }) => ![...licences].every(isAgreed));

/** The page as it should be. */
export function licencesPage(): string {
	const all = shipped();
	const counts = new Map<string, number>();
	for (const { licences } of all) {
		for (const it of licences) counts.set(it, (counts.get(it) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
	const rows = all.map(
		({ name, versions, licences }) => `| ${name} | ${[...versions].join(', ')} | ${[...licences].join(', ')} |`,
	);
	return `# Licences of what is shipped

Written by \`npm run dependencies -- --write\` from the lock file. Development packages are not among them, and packages for
other systems are. Why the heavy ones are here stands in [decision 14](decisions/0014-what-is-heavy-and-why.md).

| licence | packages |
|---|---|
${sorted.map(([licence, count]) => `| ${licence} | ${count} |`).join('\n')}

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;
}

/** What the registry knows of vulnerabilities in what is shipped; null where it does not answer. */
const advisories = (): Promise<{ total: number } | null> =>
	new Promise((resolve) => {
		execFile('npm', ['audit', '--omit=dev', '--json'], { maxBuffer: 2 ** 26, timeout: 60_000 }, (_error, text) => {
			try {
				resolve(JSON.parse(text).metadata?.vulnerabilities ?? null);
			} catch {
				resolve(null);
			}
		});
	});

async function main(): Promise<void> {
	if (process.argv.includes('--write')) writeFileSync(page, licencesPage());
	let isGood = true;
	const complain = (words: string) => {
		console.error(words);
		isGood = false;
	};
	if (readFileSync(page, 'utf8') !== licencesPage()) {
		complain(`${page} is not what the lock file says. Run: npm run dependencies -- --write`);
	}
	for (const { name, licences } of refused())
		complain(`${name} is under ${[...licences].join(', ')}, which nobody agreed to.`);
	const found = await advisories();
	if (found === null) console.log('The registry does not tell of advisories: nothing is known of vulnerabilities.');
	else if (found.total > 0)
		complain(`The registry knows of ${found.total} vulnerabilities in what is shipped. Run: npm audit --omit=dev`);
	else console.log('The registry knows of no vulnerability in what is shipped.');
	if (isGood) console.log(`${shipped().length} packages, each under a licence that was agreed to.`);
	process.exitCode = isGood ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
