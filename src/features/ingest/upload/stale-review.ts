import type { DatasetSchema } from '#contract/dataset.ts';
import type { FileReview } from '#contract/file-ingestion.ts';
import { isApiError } from '../../../api/api-error.ts';
import { nothingDecided } from './model.ts';
import type { Outdated, Reviewed } from './reviewed.ts';

/** Whether nothing was saved because the dataset, or the decisions about the file, changed after the review. */
export const isStale = (error: unknown): boolean => isApiError(error) && error.code === 'VERSION_CONFLICT';

/** What to review again. @param dataset as it is now; null if it doesn't exist */
export function onDataset(reviewed: Reviewed, dataset: DatasetSchema | null): Reviewed {
	const { decisions, review } = reviewed;
	const isOther = (dataset === null) !== (reviewed.dataset === null);
	const mode = isOther ? { mode: nothingDecided(dataset !== null).mode, key: [] } : {};
	// The columns of a dataset whose rows stay are proposed again if they are others now.
	const isAnew = isOther || (decisions.mode !== 'replace' && columnsOf(reviewed.dataset) !== columnsOf(dataset));
	return {
		...{ ...reviewed, dataset, failure: null },
		isAnew,
		decisions: { ...decisions, ...mode, ...(isAnew ? { columns: {} } : {}) },
		outdated: { review, decisions, dataset: reviewed.dataset },
	};
}

const columnsOf = (dataset: DatasetSchema | null): string =>
	JSON.stringify(dataset?.columns.map(({ name, type }) => [name, type]));

/**
 * Whether saving still does what was shown, so that nobody has to be asked: only added rows came in between, or somebody else's decisions
 * about the file.
 */
export function doesTheSame({ review, dataset }: Outdated, now: Reviewed): boolean {
	const isOfDataset = now.decisions.mode === 'append' || dataset?.version === now.dataset?.version;
	return isOfDataset && shownText(review) === shownText(now.review);
}

/** Without what later reviews need, and how earlier files were saved. */
const shownText = (review: FileReview | null): string =>
	JSON.stringify({ ...review, basis: undefined, before: undefined, decided: undefined, cleansAsBefore: undefined });
