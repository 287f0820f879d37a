import type { DatasetSchema } from '#contract/dataset.ts';
import type { FileCleaning } from '#contract/file-cleaning.ts';
import type { FileReview } from '#contract/file-ingestion.ts';
import type { Decisions, Destination } from './model.ts';
import type { Upload } from './upload-run.ts';

export interface Reviewed {
	readonly upload: Upload;
	readonly destination: Destination;
	/** The existing dataset; null if it will be created. */
	readonly dataset: DatasetSchema | null;
	readonly decisions: Decisions;
	readonly review: FileReview | null;
	/** Whether the next review proposes all columns again, as at first or after a changed format. */
	readonly isAnew: boolean;
	/** Whether the key under review is one of several to try, not chosen by anybody. */
	readonly isTryingKey?: boolean;
	/** Cleaning progress; null if not requested. */
	readonly cleaning: FileCleaning | null;
	/** Whether values are being cleaned, until a review of all rows shows the result. */
	readonly isCleaning: boolean;
	/** Name of the recipe in use; empty: none. */
	readonly recipe: string;
	/** Why the last review, cleaning or save failed. The previous review stays visible. */
	readonly failure: { readonly of: 'review' | 'clean' | 'save' | 'target'; readonly error: unknown } | null;
	readonly isReviewing: boolean;
	/** What was shown before it turned out that the dataset had changed; null if it hasn't. */
	readonly outdated: Outdated | null;
}

/** What was shown when somebody saved, although it no longer applied. */
export type Outdated = Pick<Reviewed, 'review' | 'decisions' | 'dataset'>;
