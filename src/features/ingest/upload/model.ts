import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { CleaningRule } from '#contract/file-cleaning.ts';
import type {
	FileOptions,
	FileReview,
	PlannedColumn,
	ReviewedColumn,
	ReviewRequest,
} from '#contract/file-ingestion.ts';
import { explainName } from '#contract/ids.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import type { IngestRecipe } from '../../../storage/ingest-drafts.ts';
import { noInstructions } from '../model.ts';

export interface Destination extends DatasetCoordinate {
	/** Whether the namespace is made with the upload. */
	readonly isNewNamespace: boolean;
}

/** What a person decided; the rest is as it was detected. */
export interface Decisions {
	readonly mode: IngestionMode;
	readonly key: readonly string[];
	readonly options: FileOptions;
	readonly columns: Readonly<Record<string, ColumnDecision | undefined>>;
	readonly skipLines: boolean;
}

/** Whether anything was decided that would be lost with the upload. */
export const isDecided = (decisions: Decisions): boolean =>
	JSON.stringify(decisions) !== JSON.stringify(nothingDecided(decisions.mode !== 'create'));

export type ColumnDecision = Omit<PlannedColumn, 'from'>;

export const nothingDecided = (exists: boolean): Decisions => ({
	mode: exists ? 'append' : 'create',
	key: [],
	options: {},
	columns: {},
	skipLines: false,
});

/** What was decided before, as the service has kept it. */
export const decisionsOf = (decided: ReviewRequest, exists: boolean): Decisions => {
	const { mode, key, options, skipLines, columns = [] } = decided;
	const { mode: usual, ...nothing } = nothingDecided(exists);
	return {
		mode: mode ?? usual,
		key: key ?? nothing.key,
		options: options ?? nothing.options,
		columns: Object.fromEntries(columns.map(({ from, ...column }) => [from, column])),
		skipLines: skipLines ?? nothing.skipLines,
	};
};

/** `sales 2024.csv.gz` becomes `sales 2024`. */
export const datasetNameOf = (fileName: string): string =>
	fileName
		.replace(/(\.(csv|tsv|tab|txt|json|ndjson|jsonl|parquet|xlsx))?(\.(gz|zip))?$/i, '')
		.replaceAll(/[^\p{L}\p{M}\p{N}_\-. ]+/gu, '_')
		.trim()
		.slice(0, 128);

/** @param review the last one; null: columns are proposed anew, as at first */
export function requestOf(decisions: Decisions, target: DatasetCoordinate, review: FileReview | null): ReviewRequest {
	const { mode, key, options, columns, skipLines } = decisions;
	const planned = review?.columns.map(({ from, column }) => ({ from, column, ...columns[from] }));
	return {
		target,
		mode,
		options,
		skipLines,
		...(mode === 'upsert' ? { key: [...key] } : {}),
		...(planned === undefined ? {} : { columns: planned }),
	};
}

/** A column as it was decided, and otherwise as the last review says. */
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

/** What is said of columns, and the rules that are left out, as a recipe has them. */
export function recipeOf({ columns }: Decisions): Omit<IngestRecipe, 'name'> {
	const all = Object.entries(columns);
	const schema = all.flatMap(([field, decision]) => (decision?.holds ? [{ field, description: decision.holds }] : []));
	const without = all.flatMap(([field, decision]): [string, CleaningRule[]][] =>
		decision?.withoutRules?.length ? [[field, [...decision.withoutRules]]] : [],
	);
	return { instructions: { ...noInstructions, schema }, withoutRules: Object.fromEntries(without) };
}

/** Decisions with those of a recipe, for the columns that the file has. */
export function withRecipe(
	{ columns }: Decisions,
	review: FileReview,
	{ instructions, withoutRules = {} }: IngestRecipe,
): Decisions['columns'] {
	const holds = new Map(instructions.schema.map(({ field, description }) => [field, description]));
	const changed = review.columns.map(({ from, column }) => {
		const decision = { column, ...columns[from], holds: holds.get(from) ?? '', withoutRules: withoutRules[from] ?? [] };
		return [from, decision] as const;
	});
	return Object.fromEntries(changed);
}

export type Fix = NonNullable<PlannedColumn['fixes']>[number];

/** Fixes with one more. The service applies one to each value, so that a value which was fixed before gets the new text at once. */
export const withFix = (fixes: readonly Fix[], { value, to }: Fix): Fix[] =>
	[
		...fixes.filter((fix) => fix.value !== value).map((fix) => (fix.to === value ? { ...fix, to } : fix)),
		{ value, to },
	].filter((fix) => fix.value !== fix.to);

/** Whether a value is listed whole, so that it can be fixed: the service cuts long ones off. */
export const isWhole = (value: string): boolean => value.length < 500;

/** Where a file goes: a dataset that wasn't named is named after it. */
export const targetOf = (destination: Destination, { name }: File): Destination => ({
	...destination,
	datasetName: destination.datasetName === '' ? datasetNameOf(name) : destination.datasetName,
});

/** Why an upload can't begin; null where it can. */
export function destinationProblem({ namespace, datasetName, isNewNamespace }: Destination): string | null {
	if (namespace === '' && !isNewNamespace) return 'Choose a namespace.';
	return explainName(namespace, 'The namespace') ?? explainName(datasetName, 'The dataset');
}

/** What the button says that saves. */
export function saveLabel({ effect, rows }: FileReview, { mode, key }: Decisions): string {
	const { added, changed, removed } = effect;
	switch (mode) {
		case 'create':
			return `Create dataset with ${countOf(added, 'row')}`;
		case 'append':
			return `Add ${countOf(added, 'row')}`;
		case 'replace':
			return `Replace ${countOf(removed, 'row')} with ${formatCount(added)}`;
		case 'upsert':
			if (key.length === 0) return `Save ${countOf(rows, 'row')}`;
			return `Save ${countOf(rows, 'row')}: ${formatCount(added)} new, ${formatCount(changed)} changed`;
	}
}

/** "199,999 fit, 1 doesn't" */
export function fitText({ values, misfits }: ReviewedColumn): string {
	if (values === 0) return 'No values';
	if (misfits === 0) return values === 1 ? '1 value fits' : `All ${formatCount(values)} fit`;
	return `${formatCount(values - misfits)} fit, ${formatCount(misfits)} ${misfits === 1 ? 'doesn’t' : 'don’t'}`;
}
