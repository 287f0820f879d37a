import { maxListed, maxSampleRows, type PlannedColumn } from '#contract/file-ingestion.ts';
import { literal } from '#lib/sql/quoting.ts';
import { isIntegerType, isNumberType } from '#lib/sql/types.ts';
import type { FileRead } from '../answers.ts';
import { count } from '../format.ts';
import type { RunnerRequest } from '../messages.ts';
import { type Choice, isText } from './detect-types.ts';
import { type ColumnPlan, shorten } from './load-types.ts';
import { type ComparedKeys, compareKeys, keyProblem, type Merge, mergedRows } from './merge.ts';
import type { FileColumn, OpenedFile } from './opened-file.ts';
import { readingOf, textPlan } from './readings.ts';
import { type Session, write } from './session.ts';
import { allOptions, detectOnce, openUploaded, readAsTexts, type Uploaded } from './uploaded.ts';

type Job = Extract<RunnerRequest, { kind: 'file' }>;

interface Planned {
	readonly from: FileColumn;
	readonly wanted: PlannedColumn;
	/** Its values as SQL, after fixes. */
	readonly source: string;
	readonly plan: ColumnPlan;
	readonly format: string | null;
	readonly ambiguous: boolean;
	/** How many values there are, all of which fit; null where that isn't known. */
	readonly allFit: number | null;
	readonly choices: readonly Choice[];
}

/** Reads an uploaded file, says what comes of it, and writes it if that is wanted and nothing stands against it. */
export async function readFile(session: Session, job: Job): Promise<FileRead> {
	const uploaded = await openUploaded(session, job);
	const planned = await planColumns(session, uploaded, job);
	const { opened } = uploaded;
	const used = planned.filter(({ wanted }) => wanted.column !== '');
	const counts = await countMisfits(session, planned);
	const skipping = used.filter((column) => column.wanted.misfits === 'skip').map(({ plan }) => `(${plan.fits})`);
	const keep = skipping.length === 0 ? 'true' : skipping.join(' AND ');
	const skippedRows = skipping.length === 0 ? 0 : await countRows(session, `NOT (${keep})`);
	const merge: Merge = { ...job, plans: used.map(({ plan }) => plan), keep };
	const kept = opened.rows - skippedRows;
	const { base } = job;
	const compared =
		job.mode === 'upsert' &&
		base !== null &&
		job.key.length > 0 &&
		job.key.every((name) => used.some(({ plan }) => plan.name === name))
			? await compareKeys(session, { ...merge, base })
			: null;
	const columns = await Promise.all(planned.map((column, index) => review(session, column, counts[index] ?? [0, 0])));
	const problems = problemsOf(job, opened, used, columns, compared);
	if (kept === 0) problems.push('There are no rows to save.');
	const written =
		job.output !== null && problems.length === 0
			? await write(session, mergedRows(merge), job.output, () => undefined)
			: null;
	return {
		review: {
			format: opened.format,
			options: allOptions(job.options, opened),
			sheets: [...opened.sheets],
			remarks: [...opened.remarks],
			rows: opened.rows,
			columns,
			rejectedLines: { total: opened.rejected.total, first: [...opened.rejected.first] },
			skippedRows,
			sample: await sampleOf(session, opened, planned),
			effect: {
				...(compared?.effect ?? {
					added: kept,
					changed: 0,
					unchanged: 0,
					removed: job.mode === 'replace' ? job.rowsBefore : 0,
				}),
			},
			duplicateKeys: {
				total: compared?.duplicates.total ?? 0,
				first: (compared?.duplicates.first ?? []).map(({ key, rows }) => ({ key: [...key], rows: [...rows] })),
			},
			problems,
		},
		written,
	};
}

/** Each column of the file: as was wanted of it, else to one of the same name, of the type that was detected. */
async function planColumns(session: Session, uploaded: Uploaded, job: Job): Promise<Planned[]> {
	const { base, mode } = job;
	const { opened } = uploaded;
	const existing = mode === 'replace' ? null : base;
	const byName = new Map(job.columns?.map((column) => [column.from, column]));
	const taken = new Set<string>();
	const wanted = opened.columns.map(({ name }): PlannedColumn => {
		const known = byName.get(name) ?? (job.columns === null ? null : { from: name, column: '' });
		const column = known?.column ?? proposedName(name, existing?.columns.map((item) => item.name) ?? null, taken);
		taken.add(column.toLowerCase());
		return { ...known, from: name, column };
	});
	const givenType = (index: number) => {
		const own = wanted[index];
		if (own === undefined || own.column === '') return undefined;
		return existing?.columns.find(({ name }) => name === own.column)?.type ?? own.type;
	};
	if (opened.columns.some((column, index) => needsTexts(column, wanted[index], givenType(index), job)))
		await readAsTexts(uploaded);
	const { columns } = uploaded.opened;
	const sources = columns.map((column, index) => sourceOf(`c${index}`, column, wanted[index]));
	const texts = columns.map((column, index) => (isText(column) ? (sources[index] ?? '') : 'NULL::VARCHAR'));
	const detected = await detectOnce(session, uploaded, texts, job.options);
	return columns.map((from, index): Planned => {
		const own = wanted[index] ?? { from: from.name, column: '' };
		const source = sources[index] ?? '';
		const given = givenType(index);
		const { readAs = null } = from;
		if (readAs !== null) {
			const plan = typedPlan(own.column, source, readAs, given ?? readAs);
			const choices = [{ type: readAs, format: null, misfits: 0 }];
			return { from, wanted: own, source, plan, format: null, ambiguous: false, allFit: null, choices };
		}
		const found = detected[index] ?? { type: 'VARCHAR', format: null, ambiguous: false, allFit: null, choices: [] };
		const type = given ?? from.type ?? found.type;
		const sameKind = found.choices.find((choice) => isAlike(choice.type, type));
		const format = own.format ?? (given === undefined ? found.format : (sameKind?.format ?? null));
		const plan =
			from.type === null
				? textPlan(own.column, source, type, readingOf(type, format))
				: typedPlan(own.column, source, from.type, type);
		const rivals = found.choices.filter((choice) => isAlike(choice.type, type));
		const isDecided = own.format !== undefined || (given !== undefined && !(found.ambiguous && rivals.length > 1));
		const choices = from.type === null ? found.choices : [];
		const allFit = from.type === null && type === found.type && format === found.format ? found.allFit : null;
		return { from, wanted: own, source, plan, format, ambiguous: found.ambiguous && !isDecided, allFit, choices };
	});
}

/** Whether something else is wanted of a column's texts than the values as which they were read. */
function needsTexts(
	{ readAs = null }: FileColumn,
	wanted: PlannedColumn | undefined,
	type: string | undefined,
	{ options }: Job,
): boolean {
	if (readAs === null) return false;
	if (readAs === 'DOUBLE' && options.decimal === ',') return true;
	const isSame = type === undefined || type === readAs || (readAs === 'BIGINT' && isIntegerType(type));
	return !isSame || (wanted?.fixes ?? []).length > 0 || wanted?.format !== undefined;
}

const isAlike = (a: string, b: string): boolean => kindOf(a) === kindOf(b);
const kindOf = (type: string): string => (isNumberType(type) ? 'number' : type);

/** A column of the dataset that is called alike, or, for a new one, a name that no other column has, whatever its case. */
function proposedName(name: string, existing: readonly string[] | null, taken: ReadonlySet<string>): string {
	if (existing !== null) {
		const plain = (text: string) =>
			text
				.normalize('NFC')
				.toLowerCase()
				.replace(/[\s_.-]+/g, '');
		const found = existing.find((item) => item === name) ?? existing.find((item) => plain(item) === plain(name));
		return found === undefined || taken.has(found.toLowerCase()) ? '' : found;
	}
	let proposed = name.slice(0, 1_000);
	for (let number = 2; taken.has(proposed.toLowerCase()); number += 1) proposed = `${name.slice(0, 990)} ${number}`;
	return proposed;
}

function sourceOf(column: string, from: FileColumn, wanted: PlannedColumn | undefined): string {
	const fixes = wanted?.fixes ?? [];
	if (fixes.length === 0 || !isText(from)) return column;
	const cases = fixes.map(({ value, to }) => `WHEN ${literal(value)} THEN ${to === '' ? 'NULL' : literal(to)}`);
	return `CASE ${column} ${cases.join(' ')} ELSE ${column} END`;
}

/** A value that has a type keeps it, or becomes the same value of another one. */
function typedPlan(name: string, source: string, from: string, type: string): ColumnPlan {
	if (from === type) return { name, type, value: source, fits: 'true' };
	const value =
		type === 'VARCHAR'
			? `CAST(${source} AS VARCHAR)`
			: `CASE WHEN TRY_CAST(TRY_CAST(${source} AS ${type}) AS ${from}) IS NOT DISTINCT FROM ${source} THEN TRY_CAST(${source} AS ${type}) END`;
	return { name, type, value, fits: `${source} IS NULL OR (${value}) IS NOT NULL` };
}

/** Of each column how many values there are, and how many don't fit. */
async function countMisfits({ connection }: Session, planned: readonly Planned[]): Promise<[number, number][]> {
	const parts = planned.map(({ source, plan, allFit }) =>
		allFit !== null
			? `${allFit}, 0`
			: `count(${source}), ${plan.fits === 'true' ? '0' : `count(*) FILTER (WHERE NOT (${plan.fits}))`}`,
	);
	const sql = `SELECT ${parts.join(', ')} FROM sent LIMIT 1`;
	const found = ((await (await connection.run(sql)).getRows())[0] ?? []).map(Number);
	return planned.map((_, index) => [found[index * 2] ?? 0, found[index * 2 + 1] ?? 0]);
}

async function countRows({ connection }: Session, where: string): Promise<number> {
	const found = await connection.run(`SELECT count(*) FROM sent WHERE ${where}`);
	return Number((await found.getRows())[0]?.[0] ?? 0);
}

async function review({ connection }: Session, column: Planned, [values, misfits]: readonly [number, number]) {
	const { from, wanted, source, plan, format, ambiguous, choices } = column;
	const listed =
		misfits === 0 || wanted.column === ''
			? []
			: await (
					await connection.run(
						`SELECT CAST(${source} AS VARCHAR) AS v, count(*), min(n) FROM sent WHERE NOT (${plan.fits}) GROUP BY v ORDER BY min(n) LIMIT ${maxListed}`,
					)
				).getRows();
	return {
		from: from.name,
		column: wanted.column,
		type: plan.type,
		format,
		values,
		misfits: wanted.column === '' ? 0 : misfits,
		firstMisfits: listed.map(([value, times, row]) => ({
			value: shorten(String(value)),
			count: Number(times),
			row: Number(row),
		})),
		action: wanted.misfits ?? null,
		ambiguous,
		choices: choices.map((choice) => ({ ...choice })),
	};
}

function problemsOf(
	job: Job,
	opened: OpenedFile,
	used: readonly Planned[],
	columns: FileRead['review']['columns'],
	compared: ComparedKeys | null,
): string[] {
	const problems: string[] = [];
	if (used.length === 0)
		problems.push('No column of the file is saved. Choose a column of the dataset for at least one.');
	for (const { column, type, ambiguous, choices } of columns) {
		if (column === '' || !ambiguous || type === 'VARCHAR') continue;
		const ways = choices.filter((choice) => isAlike(choice.type, type)).map(({ format }) => `“${format}”`);
		problems.push(`Column “${column}”: its values can be read as ${ways.join(' or ')}. Choose one.`);
	}
	for (const { column, type, misfits, action, firstMisfits } of columns) {
		if (misfits === 0 || action !== null) continue;
		const [first] = firstMisfits;
		const example = first === undefined ? '' : `, such as “${first.value}” in row ${first.row.toLocaleString('en')}`;
		problems.push(
			`Column “${column}”: ${count(misfits, 'value')} ${misfits === 1 ? "doesn't" : "don't"} fit ${type}${example}. Decide what happens to ${misfits === 1 ? 'it' : 'them'}.`,
		);
	}
	const { total, first } = opened.rejected;
	if (total > 0 && !job.skipLines) {
		const [line] = first;
		const example = line === undefined ? '' : ` Line ${line.line.toLocaleString('en')}: ${line.problem}`;
		problems.push(
			`${count(total, "line couldn't be read as a row", "lines couldn't be read as rows")}.${example} Leave ${total === 1 ? 'it' : 'them'} out, or correct the file.`,
		);
	}
	if (job.mode === 'upsert') {
		const missing = job.key.filter((name) => !used.some(({ plan }) => plan.name === name));
		if (job.key.length === 0) problems.push('Choose the columns that identify a row.');
		for (const name of missing) problems.push(`The file has no values for the key column “${name}”.`);
	}
	const keys = compared === null ? null : keyProblem(compared);
	if (keys !== null) problems.push(keys);
	return problems;
}

async function sampleOf(
	{ connection }: Session,
	{ sample }: OpenedFile,
	planned: readonly Planned[],
): Promise<(string | null)[][]> {
	if (sample !== undefined)
		return sample.map((row) => row.map((cell, index) => fixed(cell, planned[index]?.wanted.fixes ?? [])));
	const cells = planned.map(({ source }) => `CAST(${source} AS VARCHAR)`).join(', ');
	const found = await connection.run(`SELECT ${cells} FROM sent WHERE n <= ${maxSampleRows} ORDER BY n`);
	return (await found.getRows()).map((row) => row.map((cell) => (cell === null ? null : shorten(String(cell)))));
}

function fixed(cell: string | null, fixes: NonNullable<PlannedColumn['fixes']>): string | null {
	const text = fixes.find(({ value }) => value === cell)?.to ?? cell;
	return text === null || text === '' ? null : shorten(text);
}
