import type { DatasetSchema } from '#contract/dataset.ts';
import type { FileCleaning } from '#contract/file-cleaning.ts';
import { type FileReview, mostListed, type ReviewRequest } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { readAgain } from '../../../api/retry.ts';
import type { UploadRecipe } from '../../../storage/ingest-drafts.ts';
import { type Decisions, type Destination, decisionsOf, nothingDecided, requestOf, withRecipe } from './model.ts';
import { cleanUpload, commitUpload, findUpload, giveUp, reviewUpload, sendFile, type Upload } from './upload-run.ts';

export interface Reviewed {
	readonly upload: Upload;
	readonly destination: Destination;
	/** The dataset there; null where it is to be made. */
	readonly dataset: DatasetSchema | null;
	readonly decisions: Decisions;
	/** Null until the first review came. */
	readonly review: FileReview | null;
	/** Whether the next review proposes all columns, as the first one does and one after another way to read the file. */
	readonly isAnew: boolean;
	/** How far values are cleaned; null while nobody asked for it. */
	readonly cleaning: FileCleaning | null;
	readonly isCleaning: boolean;
	/** The name of the recipe that is used; an empty text: none is. */
	readonly recipe: string;
	/** Why the last review, cleaning or save failed; the review before is still shown. */
	readonly failure: { readonly of: 'review' | 'clean' | 'save'; readonly error: unknown } | null;
	readonly isReviewing: boolean;
}

export type Uploading =
	| { readonly state: 'choosing'; readonly error: unknown }
	| { readonly state: 'sending'; readonly file: File; readonly bytes: number }
	/** An upload that was begun before the page was loaded. */
	| { readonly state: 'resuming' }
	/** That couldn't be gone on with; the service keeps it. */
	| { readonly state: 'interrupted'; readonly error: unknown }
	| ({ readonly state: 'reviewing' | 'saving' } & Reviewed)
	| { readonly state: 'done'; readonly ingestion: IngestionDetail };

export interface UploadWork {
	readonly show: (next: Uploading) => void;
	readonly makeNamespace: (destination: Destination) => Promise<unknown>;
	/** The dataset there is now; null if there is none. */
	readonly findDataset: (destination: Destination) => Promise<DatasetSchema | null>;
	/** What is to be used of what was kept for files with these columns; null where nothing is. */
	readonly findRecipe: (review: FileReview) => Promise<UploadRecipe | null>;
	readonly onNamespaceMade: () => void;
	readonly onSaved: () => void;
	/** What was sent is removed, or was not to be removed. */
	readonly onGivenUp: () => void;
}

/** How long a list of what isn't saved is waited for, ms. */
const listMs = 120_000;

/** Sends a file, reviews it after each decision, and saves it. */
export function createUploadFlow({ show, ...work }: UploadWork) {
	let current: AbortController | null = null;
	/** What is given up for another file. */
	let open: string | null = null;

	const begin = (): AbortSignal => {
		current?.abort();
		current = new AbortController();
		return current.signal;
	};
	const end = (): void => {
		current?.abort();
		if (open !== null) void giveUp(open).then(work.onGivenUp);
		open = null;
	};

	/** @param more what else is wanted of this review alone */
	async function review(reviewed: Reviewed, more: Pick<ReviewRequest, 'withoutCleaning'> = {}): Promise<void> {
		let now = await reviewOnce(reviewed, more);
		const before = now === null || reviewed.review !== null ? null : decidedBefore(now);
		if (now !== null && before !== null) now = await reviewOnce({ ...now, decisions: before, isAnew: true });
		if (now?.failure !== null) return;
		if (now.review?.cleansAsBefore) return clean(now);
		if (reviewed.review !== null || now.review === null || now.review.decided?.columns !== undefined) return;
		// A file that nothing is known of by its dataset.
		const signal = current?.signal;
		const recipe = await work.findRecipe(now.review).catch(() => null);
		if (recipe !== null && signal?.aborted === false) return applyRecipe(now, recipe);
	}

	async function applyRecipe(reviewed: Reviewed, recipe: UploadRecipe | null): Promise<void> {
		const { decisions, dataset, review: found } = reviewed;
		const isFilled = decisions.mode === 'append' || decisions.mode === 'upsert';
		const columns = isFilled ? (dataset?.columns ?? null) : null;
		const next =
			recipe === null || found === null ? { ...decisions, columns: {} } : withRecipe(decisions, found, recipe, columns);
		const isAnew = recipe === null;
		const now = await reviewOnce({ ...reviewed, isAnew, decisions: next, recipe: recipe?.name ?? '' });
		if (now?.failure === null && recipe?.isCleaned === true && now.cleaning === null) return clean(now);
	}

	/** @returns what was shown last; null where another review began */
	async function reviewOnce(
		reviewed: Reviewed,
		more: Pick<ReviewRequest, 'withoutCleaning'> = {},
	): Promise<Reviewed | null> {
		const signal = begin();
		show({ ...reviewed, state: 'reviewing', failure: null, isReviewing: true });
		const { upload, decisions, destination, isAnew } = reviewed;
		const request = { ...requestOf(decisions, destination, isAnew ? null : reviewed.review), ...more };
		const next = await reviewUpload(upload, request, signal).then(
			(found) => ({ ...reviewedAs(found, decisions, isAnew), isAnew: false, failure: null }),
			(error: unknown) => ({ failure: { of: 'review' as const, error } }),
		);
		if (signal.aborted) return null;
		const now = { ...reviewed, ...next, isReviewing: false };
		show({ ...now, state: 'reviewing' });
		return now;
	}

	async function clean(reviewed: Reviewed): Promise<void> {
		const signal = begin();
		let now: Reviewed = { ...reviewed, failure: null, isReviewing: false, isCleaning: true };
		show({ ...now, state: 'reviewing' });
		try {
			do {
				now = { ...now, cleaning: await cleanUpload(reviewed.upload, signal) };
				if (signal.aborted) return;
				show({ ...now, state: 'reviewing' });
			} while (now.cleaning?.isDone === false);
		} catch (error) {
			if (!signal.aborted) show({ ...now, state: 'reviewing', isCleaning: false, failure: { of: 'clean', error } });
			return;
		}
		return review({ ...now, isCleaning: false });
	}

	return {
		/** What was sent stays, and is gone on with by its address. */
		leave: (): void => current?.abort(),
		clean,
		/** What was cleaned so far is kept by the service. */
		stopCleaning: (reviewed: Reviewed): Promise<void> => review({ ...reviewed, isCleaning: false }),
		applyRecipe,
		/** A review with all that isn't saved, up to a limit, of what was decided last. */
		listRejects: ({ upload }: Reviewed): Promise<FileReview> =>
			reviewUpload(upload, { listed: mostListed }, AbortSignal.timeout(listMs)),
		discardCleaning: (reviewed: Reviewed): Promise<void> => review(reviewed, { withoutCleaning: true }),
		/** Goes on with an upload that was begun before the page was loaded. */
		async resume(id: string): Promise<void> {
			const signal = begin();
			show({ state: 'resuming' });
			try {
				const upload = await findUpload(id, signal);
				// Waiting for a save doesn't end with the signal.
				if (signal.aborted) return;
				if ('state' in upload) {
					const isEnd = upload.state === 'committed' || upload.state === 'failed';
					if (isEnd) work.onSaved();
					return show(isEnd ? { state: 'done', ingestion: upload } : { state: 'choosing', error: null });
				}
				const found = await readAgain(() => reviewUpload(upload, {}, signal), signal);
				const { target = null } = found.decided ?? {};
				if (target === null) return show({ state: 'choosing', error: null });
				const destination = { ...target, isNewNamespace: false };
				const dataset = await work.findDataset(destination);
				const decisions = decisionsOf(found.decided ?? {}, dataset !== null);
				const facts = { upload, destination, dataset, decisions, review: found, cleaning: found.cleaning ?? null };
				const still = { recipe: '', isAnew: false, failure: null, isReviewing: false, isCleaning: false };
				if (signal.aborted) return;
				open = id;
				show({ ...facts, ...still, state: 'reviewing' });
			} catch (error) {
				const isGone = isApiError(error) && error.status === 404;
				if (!signal.aborted) show({ state: isGone ? 'choosing' : 'interrupted', error });
			}
		},
		async send(file: File, destination: Destination): Promise<void> {
			end();
			const signal = begin();
			const onProgress = (bytes: number) => {
				if (!signal.aborted) show({ state: 'sending', file, bytes });
			};
			onProgress(0);
			try {
				const made = { ...destination, isNewNamespace: false };
				if (destination.isNewNamespace) {
					await work.makeNamespace(destination);
					work.onNamespaceMade();
				}
				const dataset = await work.findDataset(made);
				const upload = await sendFile(file, made, dataset !== null, onProgress, signal);
				open = upload.id;
				if (signal.aborted) return;
				await review({
					upload,
					destination: made,
					dataset,
					decisions: nothingDecided(dataset !== null),
					review: null,
					cleaning: null,
					isCleaning: false,
					recipe: '',
					isAnew: true,
					failure: null,
					isReviewing: true,
				});
			} catch (error) {
				if (!signal.aborted) show({ state: 'choosing', error });
			}
		},
		/** @param anew whether columns are proposed again, as after another way to read the file */
		decide(reviewed: Reviewed, decisions: Decisions, anew = false): Promise<void> {
			const isAnew = anew || reviewed.isAnew;
			// Lines of another file of an archive are others, whatever their numbers.
			const isOther = decisions.options.entry !== reviewed.decisions.options.entry;
			const lines = isOther ? { fixedLines: [], skipLines: false } : {};
			return review({ ...reviewed, isAnew, decisions: { ...decisions, ...lines, ...(isAnew ? { columns: {} } : {}) } });
		},
		async save(reviewed: Reviewed): Promise<void> {
			show({ ...reviewed, state: 'saving', failure: null });
			// Who leaves now leaves it to the service: the rows are there, and are being written.
			open = null;
			try {
				const ingestion = await commitUpload(reviewed.upload);
				work.onSaved();
				show({ state: 'done', ingestion });
			} catch (error) {
				open = reviewed.upload.id;
				show({ ...reviewed, state: 'reviewing', failure: { of: 'save', error } });
			}
		},
		again(): void {
			end();
			show({ state: 'choosing', error: null });
		},
	};
}

/** A file that updates rows by the key of the last one; null for any other. Replacing rows is chosen each time. */
function decidedBefore({ review, dataset, decisions }: Reviewed): Decisions | null {
	const { mode, key = [] } = review?.before ?? {};
	const isThere = key.every((name) => dataset?.columns.some((column) => column.name === name));
	if (dataset === null || decisions.mode !== 'append' || mode !== 'upsert' || !isThere) return null;
	return { ...decisions, mode, key };
}

/** What a review found. What was decided about the last file of the dataset is decided, as by a person. */
function reviewedAs(review: FileReview, decisions: Decisions, isAnew: boolean) {
	const { columns, skipLines = decisions.skipLines } = review.decided ?? {};
	const before = { columns: decisionsOf({ columns }, true).columns, skipLines };
	const isBefore = isAnew && columns !== undefined;
	return { review, cleaning: review.cleaning ?? null, decisions: isBefore ? { ...decisions, ...before } : decisions };
}
