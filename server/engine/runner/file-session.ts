import { maxSampleRows, type PlannedColumn } from '#contract/file-ingestion.ts';
import { literal } from '#lib/sql/quoting.ts';
import type { FileRead } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { count, cut } from '../format.ts';
import type { RunnerRequest } from '../messages.ts';
import { asSentence } from '../remarks.ts';
import { emptiedByReplacing } from './emptied.ts';
import { type Doubt, entryDoubt, isPart } from './input/doubts.ts';
import { unreadableParquet } from './input/unpack.ts';
import { shorten } from './load-types.ts';
import { type ComparedKeys, compareKeys, findExisting, keyProblem, type Merge, mergedRows } from './merge.ts';
import type { OpenedFile } from './opened-file.ts';
import { isAlike, type Planned, planColumns } from './plan-columns.ts';
import type { Session } from './session.ts';
import { readSkipped } from './skipped-rows.ts';
import { allOptions, openUploaded, type Uploaded } from './uploaded.ts';
import { cutAhead, savedAsRead, writeRows } from './write-upload.ts';

type Job = Extract<RunnerRequest, { kind: 'file' }>;

/** Receives work that a commit will probably need. */
type OnAhead = (work: () => Promise<void>) => void;

/** Reads an uploaded file, reports what was found, and writes it if requested and possible. */
export async function readFile(session: Session, job: Job, onAhead: OnAhead = () => undefined): Promise<FileRead> {
	const uploaded = await openUploaded(session, job);
	return readOpened(session, uploaded, job, onAhead).catch((error: unknown) => {
		// A Parquet file's values are first read here, so this is where a corrupt one fails.
		if (error instanceof EngineError || !uploaded.opened.format.startsWith('Parquet')) throw error;
		throw unreadableParquet(error);
	});
}

async function readOpened(session: Session, uploaded: Uploaded, job: Job, onAhead: OnAhead): Promise<FileRead> {
	const { planned, remarks, doubts: ofValues, isCleaned } = await planColumns(session, uploaded, job);
	const { opened } = uploaded;
	const doubts = doubtsOf(opened, job, ofValues);
	const used = planned.filter(({ wanted }) => wanted.column !== '');
	const counts = await countMisfits(session, planned);
	const skipping = used.filter((column) => column.wanted.misfits === 'skip').map(({ plan }) => `(${plan.fits})`);
	const keep = skipping.length === 0 ? 'true' : skipping.join(' AND ');
	const misfitRows = skipping.length === 0 ? 0 : await countRows(session, `NOT (${keep})`);
	const plans = used.map(({ plan, wanted }) => ({ ...plan, isNew: wanted.isNew }));
	const merge: Merge = { ...job, plans, keep };
	const kept = opened.rows - misfitRows;
	const { base } = job;
	const existing =
		base === null || job.compared == null || job.mode !== 'append'
			? null
			: await findExisting(session, { ...merge, base }, job.compared);
	const leftOut = job.existingRows === 'skip' ? (existing ?? 0) : 0;
	const compared =
		job.mode === 'upsert' &&
		base !== null &&
		job.key.length > 0 &&
		job.key.every((name) => used.some(({ plan }) => plan.name === name))
			? await compareKeys(session, { ...merge, base })
			: null;
	const filled = used.flatMap(({ plan }) => {
		const [values = 0, misfits = 0] = counts[planned.findIndex((column) => column.plan === plan)] ?? [];
		return values > misfits ? [plan.name] : [];
	});
	const emptied =
		base === null || job.compared == null || job.mode !== 'replace'
			? (compared?.emptied ?? [])
			: await emptiedByReplacing(session, base, filled, job.compared);
	const skippedRows = misfitRows + (compared?.dropped ?? 0);
	const columns = await Promise.all(
		planned.map((column, index) => review(session, column, counts[index] ?? [0, 0], job.listed)),
	);
	const skipped =
		job.output !== null && skippedRows > 0
			? await readSkipped(session, used, job, { keep, dropped: compared?.dropped ?? 0 })
			: [];
	const emptyKeys: { row: number; line?: number }[] = (compared?.empty.rows ?? []).map((row) => ({ row }));
	addLines(opened, [...emptyKeys, ...columns.flatMap(({ firstMisfits }) => firstMisfits), ...skipped]);
	const problems = problemsOf(job, opened, { doubts, used, columns, compared, kept });
	const saved = leftOut === 0 ? keep : `${keep} AND n NOT IN (SELECT n FROM existing)`;
	const select = problems.length === 0 ? mergedRows({ ...merge, keep: saved }) : null;
	const asRead = select === null ? null : savedAsRead(opened, select);
	if (asRead !== null && job.output === null) onAhead(() => cutAhead(session, asRead, job.parts));
	const written =
		job.output !== null && select !== null
			? await writeRows(session, opened, asRead ?? select, job.output, job.parts)
			: null;
	return {
		review: {
			format: opened.format,
			options: allOptions(job.options, opened),
			...(opened.entries === undefined ? {} : { entries: [...opened.entries] }),
			sheets: [...opened.sheets],
			remarks: [
				...doubts.flatMap(({ option, remark }) => (option === null ? [remark] : [])),
				...opened.remarks,
				...remarks,
				...besideRemark(opened, columns),
				...alikeRemark(compared?.alike ?? null),
			],
			doubts: doubts.map((doubt) => ({ ...doubt, values: [...doubt.values] })),
			...(opened.otherTables === undefined || opened.otherTables.length === 0
				? {}
				: { otherTables: [...opened.otherTables] }),
			rows: opened.rows,
			columns,
			rejectedLines: { total: opened.rejected.total, first: opened.rejected.first.slice(0, job.listed) },
			skippedRows,
			sample: await sampleOf(session, uploaded.opened, planned, isCleaned && uploaded.cleaned !== null),
			effect: {
				...(compared?.effect ?? {
					added: kept - leftOut,
					changed: 0,
					unchanged: leftOut,
					removed: job.mode === 'replace' ? job.rowsBefore : 0,
				}),
			},
			duplicateKeys: {
				total: compared?.duplicates.total ?? 0,
				inDataset: compared?.duplicates.inDataset ?? 0,
				first: withLines(opened, compared?.duplicates.first ?? []),
			},
			...(emptied.length === 0 ? {} : { emptied: [...emptied] }),
			...(existing === null ? {} : { existingRows: { total: existing } }),
			emptyKeys: { total: compared?.empty.total ?? 0, first: emptyKeys },
			problems,
		},
		isCleaned,
		unused: {
			lines: [...(opened.unusedLines ?? uploaded.fixedLines.map(({ line }) => line))],
			values: job.output === null ? await unusedFixes(session, planned, job) : [],
		},
		skipped,
		written,
	};
}

/** Remark about empty columns without a name, which often separate two tables. */
function besideRemark({ columns }: OpenedFile, reviewed: readonly { readonly values: number }[]): string[] {
	const groups: string[][] = [[]];
	for (const [index, { name }] of columns.entries()) {
		if (reviewed[index]?.values === 0 && name === `column ${index + 1}`) groups.push([]);
		else groups.at(-1)?.push(name);
	}
	const tables = groups.filter((names) => names.length > 0);
	const shown = tables.slice(0, 3).map((names) => `"${cut(names.join(', '), 60)}"`);
	const isTable = (names: readonly string[]) => names.length > 1 && !names.some((name) => /^column \d+$/.test(name));
	if (tables.length < 2 || !tables.every(isTable)) return [];
	return [
		`The file may have ${tables.length.toLocaleString('en')} tables side by side: ${shown.join(', ')}${tables.length > 3 ? ' and others' : ''}. If so, save each as a separate file, or skip the columns of all but one.`,
	];
}

const alikeRemark = (alike: ComparedKeys['alike']): string[] =>
	alike === null
		? []
		: [
				`${
					alike.total === 1
						? `1 new key differs from an existing key only in case, spaces or leading zeros: "${alike.sent}" and "${alike.known}". Its row`
						: `${count(alike.total, 'new key')} differ from existing keys only in case, spaces or leading zeros, such as "${alike.sent}" and "${alike.known}". Their rows`
				} will be added. To update existing rows instead, correct the keys in the file.`,
			];

/** Adds the lines where rows begin, if the file has lines. */
function addLines(
	{ linesOf }: OpenedFile,
	items: readonly { readonly row: number; line?: number | undefined }[],
): void {
	if (linesOf === undefined || items.length === 0) return;
	const lines = linesOf(items.map(({ row }) => row));
	for (const item of items) item.line = lines.get(item.row);
}

/** The rows of each key, and the lines where they begin, if the file has lines. */
function withLines({ linesOf }: OpenedFile, keys: ComparedKeys['duplicates']['first']) {
	const lines = keys.length === 0 ? undefined : linesOf?.(keys.flatMap(({ rows }) => [...rows]));
	return keys.map(({ key, rows }) => ({
		...{ key: [...key], rows: [...rows] },
		...(lines === undefined ? {} : { lines: rows.map((row) => lines.get(row) ?? 0) }),
	}));
}

/** Columns in one statement: many more take the engine long to plan. */
const maxCounted = 50;

/** For each column, the number of values and how many don't fit. */
async function countMisfits({ connection }: Session, planned: readonly Planned[]): Promise<[number, number][]> {
	const parts = planned.map(({ source, plan, allFit }) =>
		allFit !== null
			? `${allFit}, 0`
			: `count(${source}), ${plan.fits === 'true' ? '0' : `count(*) FILTER (WHERE NOT (${plan.fits}))`}`,
	);
	const found: number[] = [];
	for (let index = 0; index < parts.length; index += maxCounted) {
		const sql = `SELECT ${parts.slice(index, index + maxCounted).join(', ')} FROM sent LIMIT 1`;
		found.push(...((await (await connection.run(sql)).getRows())[0] ?? []).map(Number));
	}
	return planned.map((_, index) => [found[index * 2] ?? 0, found[index * 2 + 1] ?? 0]);
}

async function countRows({ connection }: Session, where: string): Promise<number> {
	const found = await connection.run(`SELECT count(*) FROM sent WHERE ${where}`);
	return Number((await found.getRows())[0]?.[0] ?? 0);
}

async function review(
	{ connection }: Session,
	column: Planned,
	[values, misfits]: readonly [number, number],
	most: number,
) {
	const { from, wanted, source, plan, format, ambiguous, choices, fixed, remarks } = column;
	const listed =
		misfits === 0 || wanted.column === ''
			? []
			: await (
					await connection.run(
						`SELECT CAST(${source} AS VARCHAR) AS v, count(*), min(n) FROM sent WHERE NOT (${plan.fits}) GROUP BY v ORDER BY min(n) LIMIT ${most}`,
					)
				).getRows();
	return {
		from: from.name,
		column: wanted.column,
		isNew: wanted.column !== '' && wanted.isNew === true,
		type: plan.type,
		format,
		values,
		misfits: wanted.column === '' ? 0 : misfits,
		firstMisfits: listed.map(([value, times, row]) => ({
			value: shorten(String(value)),
			count: Number(times),
			row: Number(row),
		})),
		...(fixed === null ? {} : await countFixed(connection, fixed)),
		action: wanted.misfits ?? null,
		ambiguous,
		choices: choices.map((choice) => ({ ...choice })),
		remarks: remarks.map(asSentence),
	};
}

/** Fixes for values that don't occur in any row. */
async function unusedFixes(
	{ connection }: Session,
	planned: readonly Planned[],
	{ columns }: Job,
): Promise<{ from: string; value: string }[]> {
	const unused: { from: string; value: string }[] = [];
	for (const { from, fixes = [] } of columns ?? []) {
		const { fixed = null } = planned.find((column) => column.from.name === from) ?? {};
		const known = new Set<unknown>();
		for (const text of fixes.length === 0 ? [] : (fixed?.texts ?? [])) {
			const values = fixes.map(({ value }) => literal(value)).join(', ');
			const found = await connection.run(`SELECT DISTINCT ${text} FROM sent WHERE ${text} IN (${values})`);
			for (const [value] of await found.getRows()) known.add(value);
		}
		unused.push(...fixes.flatMap(({ value }) => (known.has(value) ? [] : [{ from, value }])));
	}
	return unused;
}

async function countFixed(connection: Session['connection'], { corrected, cleared }: NonNullable<Planned['fixed']>) {
	const counts = [corrected, cleared].map((is) => `count(*) FILTER (WHERE ${is})`);
	const [found] = await (await connection.run(`SELECT ${counts.join(', ')} FROM sent`)).getRows();
	return { corrected: Number(found?.[0]), cleared: Number(found?.[1]) };
}

const rowText = (
	{ row, line }: { readonly row: number; readonly line?: number | undefined },
	{ options }: OpenedFile,
): string =>
	`row ${row.toLocaleString('en')}${line === undefined ? '' : ` (${options.sheet === undefined ? 'line' : 'sheet row'} ${line.toLocaleString('en')})`}`;

/** Until a file of an archive or a sheet is chosen, nothing else about it matters. */
function doubtsOf({ entries = [], doubts = [] }: OpenedFile, { options }: Job, ofValues: readonly Doubt[]): Doubt[] {
	if (entries.length > 1 && options.entry === undefined) return [entryDoubt(entries)];
	const ofSheet = doubts.filter(({ option }) => isPart(option));
	return ofSheet.length > 0 ? ofSheet : [...doubts, ...ofValues];
}

interface Found {
	readonly doubts: readonly Doubt[];
	readonly used: readonly Planned[];
	readonly columns: FileRead['review']['columns'];
	readonly compared: ComparedKeys | null;
	/** Rows that aren't skipped. */
	readonly kept: number;
}

function problemsOf(job: Job, opened: OpenedFile, { doubts, used, columns, compared, kept }: Found): string[] {
	const problems = doubts.flatMap(({ option, remark }) => (option === null ? [] : [remark]));
	if (doubts.some(({ option }) => isPart(option))) return problems;
	if (used.length === 0)
		problems.push('No columns would be saved. Map at least one of the file’s columns to a dataset column.');
	for (const { column, type, ambiguous, choices } of columns) {
		if (column === '' || !ambiguous || type === 'VARCHAR') continue;
		const ways = choices.filter((choice) => isAlike(choice.type, type)).map(({ format }) => `"${format}"`);
		problems.push(`Column "${column}": the values can be read as ${ways.join(' or ')}. Choose a format.`);
	}
	for (const { plan, lacksZone } of used)
		if (lacksZone) problems.push(`Column "${plan.name}": the times have no time zone. Choose their time zone, or UTC.`);
	for (const { column, type, misfits, action, firstMisfits } of columns) {
		if (misfits === 0 || action !== null) continue;
		const [first] = firstMisfits;
		const example =
			first === undefined ? '' : `${misfits === 1 ? ':' : ', such as'} "${first.value}" in ${rowText(first, opened)}`;
		problems.push(
			`Column "${column}": ${count(misfits, 'value')} ${misfits === 1 ? 'doesn’t' : 'don’t'} fit ${type}${example}. Decide what happens to ${misfits === 1 ? 'it' : 'them'}.`,
		);
	}
	const { total, first } = opened.rejected;
	if (total > 0 && !job.skipLines) {
		const [line] = first;
		const example = line === undefined ? '' : ` Line ${line.line.toLocaleString('en')}: ${line.problem}`;
		problems.push(
			`${count(total, 'line')} couldn’t be parsed.${example} Skip or correct ${total === 1 ? 'it' : 'them'}.`,
		);
	}
	if (job.mode === 'upsert') {
		const missing = job.key.filter((name) => !used.some(({ plan }) => plan.name === name));
		if (job.key.length === 0) problems.push('Choose the columns that identify a row.');
		for (const name of missing)
			problems.push(`The file has no values for the key column "${name}". Map a column to it, or choose another key.`);
	}
	const keys = compared === null ? null : keyProblem(compared);
	if (keys !== null) problems.push(keys);
	if (kept === 0) problems.push('There are no rows to save. Choose another file, or skip fewer rows.');
	return problems;
}

async function sampleOf(
	{ connection }: Session,
	{ sample }: OpenedFile,
	planned: readonly Planned[],
	isCleaned: boolean,
): Promise<(string | null)[][]> {
	if (sample !== undefined && !isCleaned)
		return sample.map((row) => row.map((cell, index) => fixed(cell, planned[index]?.wanted.fixes ?? [])));
	const cells = planned.map(({ source }) => `CAST(${source} AS VARCHAR)`).join(', ');
	const found = await connection.run(`SELECT ${cells} FROM sent WHERE n <= ${maxSampleRows} ORDER BY n`);
	return (await found.getRows()).map((row) => row.map((cell) => (cell === null ? null : shorten(String(cell)))));
}

function fixed(cell: string | null, fixes: NonNullable<PlannedColumn['fixes']>): string | null {
	const text = fixes.find(({ value }) => value === cell)?.to ?? cell;
	return text === null || text === '' ? null : shorten(text);
}
