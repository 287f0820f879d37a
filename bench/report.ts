import { readFile, writeFile } from 'node:fs/promises';
import { heads, type Row, verdictOf, verdicts } from './table.ts';

const file = new URL('../docs/benchmarks.md', import.meta.url);

/** The page as the previous run left it. */
export const readReport = (): Promise<string> => readFile(file, 'utf8').catch(() => '');

const head = `# Benchmarks

[bench/README.md](../bench/README.md) explains how these figures are measured and how to read them. \`npm run bench\` writes this page, with
the latest figures of each part.
`;

/** Results of one part, for the page in docs. */
export interface Section {
	/** The part's name on the command line. */
	readonly part: string;
	readonly taken: string;
	readonly rows: readonly Row[];
}

/** Writes results to docs/benchmarks.md; parts that weren't measured stay as they are there. */
export async function writeReport(measured: readonly Section[], order: readonly string[]): Promise<void> {
	const before = await readReport();
	const sections = new Map(
		before
			.split(/^## /m)
			.slice(1)
			.map((part) => [part.slice(0, part.indexOf('\n')).trim(), part.slice(part.indexOf('\n')).trim()]),
	);
	for (const section of measured) sections.set(section.part, bodyOf(section));
	const written = order.flatMap((part) => {
		const body = sections.get(part);
		return body === undefined ? [] : [`## ${part}\n\n${body}\n`];
	});
	await writeFile(file, [head, ...written].join('\n'));
}

function bodyOf({ taken, rows }: Section): string {
	const lines = rows.map((row) => [row.what, row.measured, row.floor, row.claim, row.limit?.words ?? '', verdict(row)]);
	const table = [['', ...heads], ['', ...heads].map(() => '---'), ...lines];
	return `${taken}\n\n${table.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')}`;
}

function verdict(row: Row): string {
	const said = verdictOf(row);
	return said === 'none' || said === 'holds' ? verdicts[said] : `**${verdicts[said].toLowerCase()}**`;
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|');
