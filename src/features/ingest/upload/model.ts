import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { CleaningRule, FileCleaning } from '#contract/file-cleaning.ts';
import type {
	DuplicateAction,
	EmptyKeyAction,
	ExistingRowAction,
	FileOptions,
	FileReview,
	PlannedColumn,
	ReviewedColumn,
	ReviewRequest,
} from '#contract/file-ingestion.ts';
import { explainName } from '#contract/ids.ts';
import type { IngestionDetail, IngestionMode } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import type { UploadRecipe } from '../../../storage/ingest-drafts.ts';

export interface Destination extends DatasetCoordinate {
	readonly isNewNamespace: boolean;
	/** How to write to a dataset that exists. Absent: not chosen, so as its last file, or add rows. */
	readonly mode?: IngestionMode;
}

/** The user's decisions; everything else is detected. */
export interface Decisions {
	readonly mode: IngestionMode;
	readonly key: readonly string[];
	readonly options: FileOptions;
	readonly columns: Readonly<Record<string, ColumnDecision | undefined>>;
	/** For rows with the same key. */
	readonly duplicates?: DuplicateAction | undefined;
	readonly emptyKeys?: EmptyKeyAction | undefined;
	/** For rows that the dataset already has. */
	readonly existingRows?: ExistingRowAction | undefined;
	readonly skipLines: boolean;
	/** Replacement text for lines that couldn't be parsed. */
	readonly fixedLines: readonly { readonly line: number; readonly text: string }[];
}

export const ruleNames: Readonly<Record<CleaningRule, string>> = {
	spaces: 'Leading and trailing spaces',
	unicode: 'Unicode normalization',
	boolean: 'Boolean values',
	phone: 'Phone numbers',
	country: 'Countries',
	date: 'Dates',
	time: 'Times',
	number: 'Numbers',
};

const hintExamples = [
	[/date|(^|[^a-z])(day|birth)|_(on|at)$/i, 'date, day first'],
	[/(^|[^a-z])time/i, 'time'],
	[/phone|mobile|(^|[^a-z])(tel|fax)/i, 'phone number'],
	[/country|nation/i, 'country'],
	[/price|cost|amount|total|revenue|salary/i, 'price in EUR, number'],
	[/temp/i, 'temperature in °C, number'],
	[/weight|mass|kg/i, 'weight in kg, number'],
	[/^(is|has)_|active|enabled/i, 'yes or no'],
] as const;

/** What somebody might say about a column, by its type or name. */
export function hintExample({ from, type }: Pick<ReviewedColumn, 'from' | 'type'>): string {
	if (/^(DATE|TIMESTAMP)/.test(type)) return 'date, day first';
	if (type === 'BOOLEAN') return 'yes or no';
	const named = hintExamples.find(([name]) => name.test(from))?.[1];
	return named ?? (type === 'VARCHAR' ? 'number, date, country …' : 'weight in kg, number');
}

/** Whether there are decisions that would be lost with the upload. */
export const isDecided = (decisions: Decisions): boolean =>
	JSON.stringify(decisions) !== JSON.stringify(nothingDecided(decisions.mode !== 'create'));

export type ColumnDecision = Omit<PlannedColumn, 'from'>;

/** @param mode chosen for a dataset that exists */
export const nothingDecided = (exists: boolean, mode: IngestionMode = 'append'): Decisions => ({
	mode: exists ? mode : 'create',
	key: [],
	options: {},
	columns: {},
	skipLines: false,
	fixedLines: [],
});

/** Earlier decisions stored by the service. */
export const decisionsOf = (decided: ReviewRequest, exists: boolean): Decisions => {
	const { mode, key, options, skipLines, duplicates, emptyKeys, existingRows, columns = [], fixedLines = [] } = decided;
	const { mode: usual, ...nothing } = nothingDecided(exists);
	return {
		mode: mode ?? usual,
		key: key ?? nothing.key,
		options: options ?? nothing.options,
		columns: Object.fromEntries(columns.map(({ from, ...column }) => [from, column])),
		...(duplicates === undefined ? {} : { duplicates }),
		...(emptyKeys === undefined ? {} : { emptyKeys }),
		...(existingRows === undefined ? {} : { existingRows }),
		skipLines: skipLines ?? nothing.skipLines,
		fixedLines,
	};
};

/** `sales 2024.csv.gz` → `sales 2024`. */
export const datasetNameOf = (fileName: string): string =>
	fileName
		.replace(/(\.(csv|tsv|tab|txt|json|ndjson|jsonl|parquet|arrows?|feather|xlsx))?(\.(gz|zip))?$/i, '')
		.replaceAll(/[^\p{L}\p{M}\p{N}_\-. ]+/gu, '_')
		.trim()
		.slice(0, 128);

/** @param review the last one; null: propose all columns again */
export function requestOf(decisions: Decisions, target: DatasetCoordinate, review: FileReview | null): ReviewRequest {
	const { mode, key, options, columns, skipLines, fixedLines, duplicates = 'refuse', emptyKeys = 'refuse' } = decisions;
	const { existingRows = 'add' } = decisions;
	const known = Object.entries(columns).flatMap(([from, column]) =>
		column === undefined ? [] : [{ from, ...column }],
	);
	const planned =
		review?.columns.map(({ from, column, isNew }) => ({
			from,
			column,
			...(isNew ? { isNew } : {}),
			...columns[from],
		})) ?? (known.length > 0 ? known : undefined);
	return {
		target,
		mode,
		options,
		skipLines,
		fixedLines: [...fixedLines],
		newColumns: 'add',
		...(mode === 'append' ? { existingRows } : {}),
		...(mode === 'upsert' ? { key: [...key], duplicates, emptyKeys } : {}),
		...(planned === undefined ? {} : { columns: planned }),
	};
}

/** Problems that an option of the reading settles. */
export const readingQuestions = ({ doubts = [], problems }: FileReview): string[] =>
	doubts.flatMap(({ option, remark }) => (option !== null && problems.includes(remark) ? [remark] : []));

/** A column as decided, or else as in the last review. */
export function decidedColumn(
	{ column, type, format }: ReviewedColumn,
	decision: ColumnDecision | undefined,
): Pick<ReviewedColumn, 'column' | 'type' | 'format'> {
	const chosen = decision?.type;
	return {
		column: decision?.column ?? column,
		type: chosen ?? type,
		format: decision?.format ?? (chosen === undefined || chosen === type ? format : null),
	};
}

/** Decisions about a file, for others with the same columns. */
export const recipeOf = (
	{ columns, options: { entry: _entry, sheetRows: _rows, otherRows: _other, ...options } }: Decisions,
	review: FileReview,
	isCleaned: boolean,
): Omit<UploadRecipe, 'name'> => ({
	columns: review.columns.map(({ from, column }) => ({ from, column, ...(columns[from] && ofKind(columns[from])) })),
	options,
	isCleaned,
});

/** What is decided about all values of a column, not about single ones or whole rows: those of another file are decided about again. */
function ofKind<C extends ColumnDecision>({ misfits, fixes: _fixes, ...kept }: C) {
	return { ...kept, ...(misfits === 'null' ? { misfits } : {}) };
}

/** Whether not all values were cleaned, or the result wasn't applied to all rows yet. */
export const isHalfCleaned = ({ cleaning, review }: Cleaned): boolean =>
	cleaning !== null && !(cleaning.isDone && review?.cleaning?.isDone === true);

interface Cleaned {
	readonly cleaning: FileCleaning | null;
	readonly review: FileReview | null;
}

/** Whether a file has exactly the columns of a recipe. */
export function isFor({ columns }: UploadRecipe, review: FileReview): boolean {
	const names = new Set(columns.map(({ from }) => from));
	return names.size === review.columns.length && review.columns.every(({ from }) => names.has(from));
}

/** Decisions combined with a recipe's, for columns of the file. @param existing columns of the dataset; null for a new one */
export function withRecipe(
	decisions: Decisions,
	review: FileReview,
	recipe: UploadRecipe,
	existing: readonly { readonly name: string }[] | null,
): Decisions {
	const saved = Object.fromEntries(recipe.columns.map(({ from, ...column }) => [from, ofKind(column)]));
	// A workbook may have other sheets than the one of the recipe.
	const { sheet = decisions.options.sheet, ...options } = recipe.options;
	const sheets = sheet === undefined || !review.sheets.includes(sheet) ? {} : { sheet };
	return {
		...withColumns(decisions, review, saved, existing),
		options: { ...decisions.options, ...options, ...sheets },
	};
}

/** Decisions combined with others about columns of the file. @param existing as above */
export function withColumns(
	decisions: Decisions,
	review: FileReview,
	saved: Decisions['columns'],
	existing: readonly { readonly name: string }[] | null,
): Decisions {
	const isThere = (name: string) => existing === null || name === '' || existing.some((column) => column.name === name);
	const columns = review.columns.flatMap(({ from, column }): [string, ColumnDecision | undefined][] => {
		const known = saved[from];
		if (known === undefined) return [[from, decisions.columns[from]]];
		const { isNew = false, ...found } = known;
		const kept = isThere(found.column) || isNew ? found.column : column;
		return [[from, { ...decisions.columns[from], ...found, column: kept, isNew: isNew && !isThere(found.column) }]];
	});
	return { ...decisions, columns: Object.fromEntries(columns) };
}

export type Fix = NonNullable<PlannedColumn['fixes']>[number];

/** Adds a fix. What an earlier fix put in place of a value is corrected in that fix, so each value has only one. */
export function withFix(fixes: readonly Fix[], { value, to }: Fix): Fix[] {
	const isCorrectedAgain = fixes.some((fix) => fix.to === value);
	const next = isCorrectedAgain
		? fixes.map((fix) => (fix.to === value ? { ...fix, to } : fix))
		: [...fixes.filter((fix) => fix.value !== value), { value, to }];
	return next.filter((fix) => fix.value !== fix.to);
}

/** Whether a value is complete and can be fixed: the service cuts long ones off. */
export const isWhole = (value: string): boolean => value.length < 500;

/** Destination of a file. An unnamed dataset is named after it. */
export const targetOf = (destination: Destination, { name }: Pick<File, 'name'>): Destination => ({
	...destination,
	datasetName: destination.datasetName === '' ? datasetNameOf(name) : destination.datasetName,
});

/** For another dataset, how to write to it is chosen again. */
export const withoutMode = ({ mode: _mode, ...destination }: Destination): Destination => destination;

/** Choices for a dataset that exists. @param rows of it, if known */
export const existingModes = (rows: number | null | undefined) => [
	{ value: 'append', label: 'Add rows' },
	{ value: 'upsert', label: 'Add or update rows by key' },
	{ value: 'replace', label: rows == null || rows < 2 ? 'Replace all rows' : `Replace all ${countOf(rows, 'row')}` },
];

/** Why an upload can't start, or null. */
export function destinationProblem({ namespace, datasetName, isNewNamespace }: Destination): string | null {
	if (namespace === '' && !isNewNamespace) return 'Choose a namespace.';
	return explainName(namespace, 'The namespace name') ?? explainName(datasetName, 'The dataset name');
}

interface Destined {
	readonly review: FileReview | null;
	readonly decisions: Decisions;
	readonly destination: Destination;
	readonly dataset: { readonly columns: readonly { readonly name: string; readonly type: string }[] } | null;
}

/** Reuses the last file's key for a file that updates rows; null otherwise. Replacing rows must be chosen each time. */
export function decidedBefore({ review, dataset, decisions, destination }: Destined): Decisions | null {
	const { mode, key = [] } = review?.before ?? {};
	const isThere = key.every((name) => dataset?.columns.some((column) => column.name === name));
	const isWanted = destination.mode === undefined ? decisions.mode === 'append' : decisions.mode === 'upsert';
	if (dataset === null || !isWanted || mode !== 'upsert' || !isThere) return null;
	return { ...decisions, mode, key };
}

/** How many keys are tried. */
const mostKeys = 8;

/** Whether values say when, or the position among others: with them, what has an id may have several rows. */
const isTime = ({ name, type }: { readonly name: string; readonly type: string }): boolean =>
	/^(DATE|TIME)/.test(type) || /(^|[^a-z])(year|quarter|month|week|day|date|time|line|pos|position)\.?$/i.test(name);

/**
 * Keys to try for updating rows, the likeliest first, if none was chosen: a column that is named like a key and has a value in each row of the file, or
 * two such columns, or one of them and a time.
 */
export function proposedKeys({ review, decisions: { mode, key }, dataset }: Destined): string[][] {
	if (review === null || mode !== 'upsert' || key.length > 0) return [];
	const isNamed = (name: string) =>
		/(^|[^a-z])(id|key|code|no|nr|number|sku)\.?$/i.test(name) || /[a-z]I[dD]$/.test(name);
	const isFilled = (name: string) =>
		review.columns.some(({ column, values }) => column === name && values === review.rows);
	const filled = dataset?.columns.filter(({ name }) => isFilled(name)) ?? [];
	const named = filled.flatMap(({ name }) => (isNamed(name) ? [name] : []));
	const others = filled.flatMap(({ name, type }) => (!isNamed(name) && isTime({ name, type }) ? [name] : []));
	const pairs = named.flatMap((name, index) => [...named.slice(index + 1), ...others].map((other) => [name, other]));
	return [...named.map((name) => [name]), ...pairs].slice(0, mostKeys);
}

/** What happens to columns that only the dataset or the file has. @param existing columns of the dataset */
export function columnChanges(
	review: FileReview,
	{ columns, mode }: Decisions,
	existing: readonly { readonly name: string; readonly type: string }[],
) {
	const named = review.columns.map((column) => ({
		from: column.from,
		to: decidedColumn(column, columns[column.from]).column,
		isNew: columns[column.from]?.isNew ?? column.isNew ?? false,
		type: decidedColumn(column, columns[column.from]).type,
	}));
	const filled = new Set(named.map(({ to }) => to.toLowerCase()));
	const missing = existing.flatMap(({ name }) => (filled.has(name.toLowerCase()) ? [] : [name]));
	return {
		lost: mode === 'replace' ? missing : [],
		unfilled: mode === 'replace' ? [] : missing,
		/** Columns that get another type with their new values. */
		retyped:
			mode === 'replace'
				? existing.flatMap(({ name, type }) => {
						const after = named.find(({ to }) => to.toLowerCase() === name.toLowerCase())?.type ?? type;
						return after === type ? [] : [{ name, before: type, after }];
					})
				: [],
		added: named.flatMap(({ to, isNew }) => (to !== '' && isNew ? [to] : [])),
		skipped: named.flatMap(({ from, to }) => (to === '' ? [from] : [])),
	};
}

export function listNames(names: readonly string[]): string {
	const most = names.length === 11 ? 11 : 10;
	const rest = names.length - most;
	return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${countOf(rest, 'more', 'more')}` : '');
}

export function saveLabel({ effect, rows, skippedRows }: FileReview, { mode, key }: Decisions): string {
	const { added, changed, removed } = effect;
	switch (mode) {
		case 'create':
			return `Create dataset with ${countOf(added, 'row')}`;
		case 'append':
			return added === 0 ? 'Save without changes' : `Add ${countOf(added, 'row')}`;
		case 'replace':
			return removed === 0
				? `Add ${countOf(added, 'row')}`
				: `Replace ${countOf(removed, 'row')} with ${formatCount(added)}`;
		case 'upsert':
			if (key.length === 0) return `Save ${countOf(rows - skippedRows, 'row')}`;
			if (changed === 0) return added === 0 ? 'Save without changes' : `Add ${countOf(added, 'row')}`;
			return added === 0
				? `Update ${countOf(changed, 'row')}`
				: `Add ${countOf(added, 'row')}, update ${formatCount(changed)}`;
	}
}

/** What a committed file did, in one sentence. */
export function savedTitle({ rows, effect, target }: Pick<IngestionDetail, 'rows' | 'effect' | 'target'>): string {
	const isSame = effect != null && effect.unchanged > 0 && effect.added + effect.changed + effect.removed === 0;
	const name = formatCoordinate(target);
	if (isSame) return `Nothing changed: ${name} already has ${rows === 1 ? 'this row' : 'these rows'}`;
	const { added = 0, changed = 0, unchanged = 0 } = effect ?? {};
	if (changed + unchanged === 0) return `${countOf(rows, 'row')} saved to ${name}`;
	if (changed === 0) return `${countOf(added, 'row')} added to ${name}`;
	return `${countOf(changed, 'row')} updated${added === 0 ? '' : ` and ${formatCount(added)} added`} in ${name}`;
}

/** "199,997 fit, 1 doesn't (row skipped), 2 empty": the figures add up to the rows of the file. */
export function fitText({ values, misfits }: ReviewedColumn, rows: number, action: PlannedColumn['misfits']): string {
	if (values === 0) return 'No values';
	const [fitting, empty] = [values - misfits, Math.max(0, rows - values)];
	if (misfits + empty === 0) return values === 1 ? '1 value fits' : `All ${formatCount(values)} fit`;
	const outcomes = { none: '', null: ' (saved as null)', skip: misfits === 1 ? ' (row skipped)' : ' (rows skipped)' };
	const parts = [
		[fitting, fitting === 1 ? 'fits' : 'fit'],
		[misfits, `${misfits === 1 ? 'doesn’t' : 'don’t'}${outcomes[action ?? 'none']}`],
		[empty, 'empty'],
	] as const;
	return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`])).join(', ');
}

/** Whether the file itself can't be read, which neither another try nor another dataset changes. */
export const isOfFile = (error: unknown): boolean =>
	isApiError(error) && error.subErrors.some(({ path }) => path === 'file');

/** Whether other options may help: some were chosen, or the service asks for one. */
export const isOfOptions = (error: unknown, { options }: Decisions): boolean =>
	Object.values(options).some((option) => option !== undefined) ||
	(isApiError(error) && error.subErrors.some(({ path }) => path?.startsWith('options') === true));
