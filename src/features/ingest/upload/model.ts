import type { DatasetCoordinate } from '#contract/dataset.ts';
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

export interface Destination extends DatasetCoordinate {
	/** Whether the namespace is made with the upload. */
	readonly isNewNamespace: boolean;
}

/** What a person decided; the rest is as it was detected. */
export interface Decisions {
	readonly mode: IngestionMode;
	readonly key: readonly string[];
	readonly options: FileOptions;
	readonly columns: Readonly<Record<string, Omit<PlannedColumn, 'from'> | undefined>>;
	readonly skipLines: boolean;
}

export const nothingDecided = (exists: boolean): Decisions => ({
	mode: exists ? 'append' : 'create',
	key: [],
	options: {},
	columns: {},
	skipLines: false,
});

/** `sales 2024.csv.gz` becomes `sales 2024`. */
export const datasetNameOf = (fileName: string): string =>
	fileName
		.replace(/(\.(csv|tsv|tab|txt|json|ndjson|jsonl|parquet|xlsx))?(\.gz)?$/i, '')
		.replaceAll(/[^\p{L}\p{M}\p{N}_\-. ]+/gu, '_')
		.trim()
		.slice(0, 128);

/** @param review the last one; null before the first, which proposes all columns */
export function requestOf(decisions: Decisions, target: DatasetCoordinate, review: FileReview | null): ReviewRequest {
	const { mode, key, options, columns, skipLines } = decisions;
	const planned = review?.columns.map(({ from, column }) => ({ from, column, ...columns[from] }));
	return {
		target,
		mode,
		options,
		skipLines,
		...(mode === 'upsert' && key.length > 0 ? { key: [...key] } : {}),
		...(planned === undefined ? {} : { columns: planned }),
	};
}

/** Why an upload can't begin; null where it can. */
export function destinationProblem({ namespace, datasetName }: Destination): string | null {
	return explainName(namespace, 'The namespace') ?? explainName(datasetName, 'The dataset');
}

/** What the button says that saves. */
export function saveLabel({ effect, rows }: FileReview, mode: IngestionMode): string {
	const { added, changed, removed } = effect;
	switch (mode) {
		case 'create':
			return `Create dataset with ${countOf(added, 'row')}`;
		case 'append':
			return `Add ${countOf(added, 'row')}`;
		case 'replace':
			return `Replace ${countOf(removed, 'row')} with ${formatCount(added)}`;
		case 'upsert':
			return `Save ${countOf(rows, 'row')}: ${formatCount(added)} new, ${formatCount(changed)} changed`;
	}
}

/** "199,999 fit, 1 doesn't" */
export function fitText({ values, misfits }: ReviewedColumn): string {
	if (values === 0) return 'No values';
	if (misfits === 0) return values === 1 ? '1 value fits' : `All ${formatCount(values)} fit`;
	return `${formatCount(values - misfits)} fit, ${formatCount(misfits)} ${misfits === 1 ? 'doesn’t' : 'don’t'}`;
}
