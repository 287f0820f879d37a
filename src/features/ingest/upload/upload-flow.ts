import type { DatasetSchema } from '#contract/dataset.ts';
import { type FileReview, mostListed, type ReviewRequest } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { isApiError } from '../../../api/api-error.ts';
import { readAgain } from '../../../api/retry.ts';
import { pause } from '../../../lib/pause.ts';
import type { UploadRecipe } from '../../../storage/ingest-drafts.ts';
import { type FilePart, otherParts } from './file-parts.ts';
import {
	type Decisions,
	type Destination,
	decidedBefore,
	decisionsOf,
	isFor,
	isOfFile,
	isOfOptions,
	nothingDecided,
	proposedKeys,
	requestOf,
	withColumns,
	withRecipe,
} from './model.ts';
import type { Reviewed } from './reviewed.ts';
import { doesTheSame, isStale, onDataset } from './stale-review.ts';
import { cleanUpload, commitUpload, findUpload, giveUp, reviewUpload, sendFile, type Upload } from './upload-run.ts';

export type Uploading =
	| { readonly state: 'choosing'; readonly error: unknown }
	| { readonly state: 'sending'; readonly file: File; readonly bytes: number }
	/** An upload started before the page loaded. */
	| { readonly state: 'resuming' }
	/** Couldn't be resumed; the service still has it. */
	| { readonly state: 'interrupted'; readonly error: unknown }
	| ({ readonly state: 'reviewing' | 'saving' } & Reviewed)
	| { readonly state: 'done'; readonly ingestion: IngestionDetail; readonly others?: readonly FilePart[] };

export interface UploadWork {
	readonly show: (next: Uploading) => void;
	readonly makeNamespace: (destination: Destination) => Promise<unknown>;
	/** The current dataset; null if it doesn't exist. */
	readonly findDataset: (destination: Destination) => Promise<DatasetSchema | null>;
	readonly listRecipes: () => Promise<readonly UploadRecipe[]>;
	readonly onNamespaceMade: () => void;
	readonly onSaved: () => void;
	/** An upload was left for later, or its deletion has finished or failed. */
	readonly onLeft: () => void;
}

/** How long stopping waits for what is being cleaned, in ms: the service may have finished it. */
const stopMs = 3_000;

/** How often saving goes on by itself if rows were added to the dataset since the review. */
const mostSaves = 5;

/** Timeout for listing what won't be saved, in ms. */
const listMs = 120_000;

/** Sends a file, reviews it after each decision, and saves it. */
export function createUploadFlow({ show, ...work }: UploadWork) {
	let current: AbortController | null = null;
	/** A review's request. Leaving doesn't end it, so that what was just decided is stored. */
	let requested: AbortController | null = null;
	/** The upload to cancel when another file comes. */
	let open: string | null = null;
	/** Cleaning that ends after the values being read. */
	let stopping: AbortSignal | null = null;
	let reviewing: Promise<Reviewed | null> = Promise.resolve(null);

	const stop = (): void => {
		current?.abort();
		requested?.abort();
	};
	const begin = (): AbortSignal => {
		stop();
		current = new AbortController();
		return current.signal;
	};
	const end = (): void => {
		stop();
		if (open !== null) void giveUp(open).then(work.onLeft);
		open = null;
	};

	/** Creates the destination's namespace if it's new. */
	async function withNamespace(destination: Destination): Promise<Destination> {
		if (destination.isNewNamespace) {
			await work.makeNamespace(destination);
			work.onNamespaceMade();
		}
		return { ...destination, isNewNamespace: false };
	}

	/** @param more options for this review only @param kept decisions about columns that hold however the rows are saved */
	async function review(
		reviewed: Reviewed,
		more: Pick<ReviewRequest, 'withoutCleaning'> = {},
		kept: Decisions['columns'] = {},
	): Promise<void> {
		let now = await reviewOnce(reviewed, more);
		if (now?.failure === null && now.review !== null && Object.keys(kept).length > 0)
			now = await reviewOnce({ ...now, decisions: withColumns(now.decisions, now.review, kept, columnsFor(now)) });
		const before = now === null || reviewed.review !== null ? null : decidedBefore(now);
		if (now !== null && before !== null) now = await reviewOnce({ ...now, decisions: before, isAnew: true });
		const keys = now === null || !(reviewed.isAnew || reviewed.isTryingKey) ? [] : proposedKeys(now);
		if (now !== null && keys.length > 0) now = await withKey(now, keys);
		if (now?.failure !== null) return;
		if (now.review?.cleansAsBefore) return clean(now);
		if (reviewed.review !== null || now.review === null || now.review.decided?.columns !== undefined) return;
		// The dataset has no earlier decisions to reuse, so a saved recipe may apply.
		const signal = current?.signal;
		const recipes = await work.listRecipes().catch(() => []);
		if (recipes.length === 0 || signal?.aborted !== false) return;
		const found = await withSheet(now, recipes);
		const recipe = found === null ? null : recipeFor(found, recipes);
		if (found !== null && recipe !== null) return applyRecipe(found, recipe);
	}

	/** If nobody chose a sheet of several, takes the only one that has a recipe. Null if another review started. */
	async function withSheet(now: Reviewed, recipes: readonly UploadRecipe[]): Promise<Reviewed | null> {
		const sheets = now.review?.doubts?.find(({ option }) => option === 'sheet')?.values ?? [];
		if (sheets.length === 0) return now;
		const matching: Reviewed[] = [];
		for (const sheet of sheets) {
			const options = { ...now.decisions.options, sheet };
			const next = await reviewOnce({ ...now, isAnew: true, decisions: { ...now.decisions, options } });
			if (next === null) return null;
			if (next.failure === null && recipeFor(next, recipes) !== null) matching.push(next);
		}
		const named = matching.find((next) => recipeFor(next, recipes)?.options.sheet === next.decisions.options.sheet);
		const [found, ...others] = named === undefined ? matching : [named];
		if (found === undefined || others.length > 0) {
			await reviewOnce({ ...now, isAnew: true });
			return null;
		}
		return reviewOnce({ ...found, isAnew: true });
	}

	/**
	 * Takes the first of the proposed keys that no two rows in the file share. If an earlier one only has a few duplicates in the file, and
	 * finds more of the dataset's rows, that one is taken and its duplicates are listed.
	 */
	async function withKey(now: Reviewed, keys: readonly (readonly string[])[]): Promise<Reviewed | null> {
		let likelier: Reviewed | null = null;
		for (const key of keys) {
			const next = await reviewOnce({ ...now, isTryingKey: true, decisions: { ...now.decisions, key } });
			if (next === null || next.failure !== null) return next;
			const isUnique = Number(next.review?.problems.length) < Number(now.review?.problems.length);
			if (isUnique && foundRows(next) >= foundRows(likelier)) return next;
			if (likelier === null && isUniqueInDataset(next)) likelier = next;
		}
		return reviewOnce(likelier ?? now);
	}

	async function applyRecipe(reviewed: Reviewed, recipe: UploadRecipe | null): Promise<void> {
		const sheet = recipe?.options.sheet;
		const isOther = sheet !== reviewed.review?.options.sheet && reviewed.review?.sheets.includes(sheet ?? '');
		if (sheet !== undefined && isOther) {
			// The recipe is for another sheet than the one shown.
			const options = { ...reviewed.decisions.options, sheet };
			const now = await reviewOnce({ ...reviewed, isAnew: true, decisions: { ...reviewed.decisions, options } });
			return now === null || now.failure !== null ? undefined : applyRecipe(now, recipe);
		}
		const { decisions, review: found } = reviewed;
		const next =
			recipe === null || found === null
				? { ...decisions, columns: {} }
				: withRecipe(decisions, found, recipe, columnsFor(reviewed));
		const isAnew = recipe === null;
		const now = await reviewOnce({ ...reviewed, isAnew, decisions: next, recipe: recipe?.name ?? '' });
		if (now?.failure === null && recipe?.isCleaned === true && now.cleaning === null) return clean(now);
	}

	/** @returns the last state shown; null if another review started */
	function reviewOnce(reviewed: Reviewed, more: Pick<ReviewRequest, 'withoutCleaning'> = {}) {
		reviewing = requestReview(reviewed, more);
		return reviewing;
	}

	/** What was just decided: a button may be clicked while that is still being reviewed. Null if it can't be read. */
	async function settled(reviewed: Reviewed): Promise<Reviewed | null> {
		const now = reviewed.isReviewing ? await reviewing : reviewed;
		return now?.failure?.of === 'review' ? null : now;
	}

	/** Nothing helps a file that can't be read, so it isn't kept to be continued. */
	function leaveUnreadable({ id }: Upload, error: unknown, decisions: Decisions): void {
		if (!isOfFile(error) || isOfOptions(error, decisions)) return;
		void giveUp(id).then(work.onLeft);
		if (open === id) open = null;
	}

	async function requestReview(
		reviewed: Reviewed,
		more: Pick<ReviewRequest, 'withoutCleaning'>,
	): Promise<Reviewed | null> {
		const signal = begin();
		requested = new AbortController();
		show({ ...reviewed, state: 'reviewing', failure: null, isReviewing: true });
		const { upload, decisions, destination, isAnew } = reviewed;
		const { recipe } = reviewed;
		const request = { ...requestOf(decisions, destination, isAnew ? null : reviewed.review), recipe, ...more };
		const next = await reviewUpload(upload, request, requested.signal).then(
			(found) => ({
				...reviewedAs(found, decisions, isAnew),
				isAnew: false,
				failure: null,
			}),
			(error: unknown) => ({ failure: { of: 'review' as const, error } }),
		);
		if (next.failure !== null && reviewed.review === null) leaveUnreadable(upload, next.failure.error, decisions);
		if (signal.aborted) return null;
		const now = { ...reviewed, ...next, isTryingKey: false, isReviewing: false, isCleaning: false };
		show({ ...now, state: 'reviewing' });
		return now;
	}

	/** @param tries left if the dataset changes but saving does the same as shown */
	async function write(reviewed: Reviewed, tries: number): Promise<void> {
		show({ ...reviewed, state: 'saving', failure: null, outdated: null });
		// The service has all rows and is writing them, so leaving the page no longer cancels.
		open = null;
		try {
			const ingestion = await commitUpload(reviewed.upload, reviewed.review?.basis);
			work.onSaved();
			return show({ state: 'done', ingestion, others: otherParts(reviewed) });
		} catch (error) {
			open = reviewed.upload.id;
			if (isStale(error) && tries > 0) return writeAgain(reviewed, tries - 1);
			show({ ...reviewed, state: 'reviewing', failure: { of: 'save', error } });
		}
	}

	/** Reviews the file with the dataset as it is now, and saves it unless that does something else. */
	async function writeAgain(reviewed: Reviewed, tries: number): Promise<void> {
		const signal = begin();
		const dataset = await work.findDataset(reviewed.destination).catch((error: unknown) => {
			if (!signal.aborted) show({ ...reviewed, state: 'reviewing', failure: { of: 'save', error } });
			return undefined;
		});
		if (dataset === undefined || signal.aborted) return;
		const next = onDataset(reviewed, dataset);
		if (next.isAnew) return review(next, {}, reviewed.decisions.columns);
		const now = await reviewOnce(next);
		if (now?.failure === null && doesTheSame(reviewed, now)) return write({ ...now, outdated: null }, tries);
	}

	async function clean(reviewed: Reviewed): Promise<void> {
		const signal = begin();
		let now: Reviewed = { ...reviewed, failure: null, isReviewing: false, isCleaning: true };
		show({ ...now, state: 'reviewing' });
		try {
			do {
				const cleaning = await cleanUpload(reviewed.upload, signal);
				now = { ...now, cleaning };
				if (signal.aborted) return;
				const isStopped = stopping === signal && !cleaning.isDone;
				show({ ...now, state: 'reviewing', isCleaning: !isStopped });
				if (isStopped) return current?.abort();
			} while (now.cleaning?.isDone === false);
		} catch (error) {
			if (!signal.aborted) show({ ...now, state: 'reviewing', isCleaning: false, failure: { of: 'clean', error } });
			return;
		}
		return review(now);
	}

	return {
		/** What was sent stays, and can be resumed by its URL. */
		leave: (): void => current?.abort(),
		async clean(reviewed: Reviewed): Promise<void> {
			const now = await settled(reviewed);
			if (now !== null) return clean(now);
		},
		/** The service keeps what was already cleaned. If that is everything, cleaning has finished instead. */
		async stopCleaning(reviewed: Reviewed): Promise<void> {
			const signal = current?.signal;
			if (signal === undefined) return;
			if (reviewed.cleaning !== null && stopping !== signal) {
				stopping = signal;
				await pause(stopMs);
				// It stopped or finished in the meantime.
				if (signal.aborted) return;
			}
			stop();
			show({ ...reviewed, state: 'reviewing', isCleaning: false, isReviewing: false });
		},
		applyRecipe,
		forgetRecipe: (reviewed: Reviewed): void => show({ ...reviewed, state: 'reviewing', recipe: '' }),
		/** Saves the file to another dataset instead. */
		async moveTo(reviewed: Reviewed, destination: Destination): Promise<void> {
			const signal = begin();
			show({ ...reviewed, state: 'reviewing', failure: null, isReviewing: true });
			try {
				const made = await withNamespace(destination);
				const dataset = await work.findDataset(made);
				if (signal.aborted) return;
				const isNew = dataset === null;
				const { mode } = nothingDecided(!isNew, destination.mode);
				// Columns of a dataset that exists are proposed again.
				const isAnew = !isNew || reviewed.dataset !== null;
				const columns = isAnew ? {} : reviewed.decisions.columns;
				const decisions = { ...reviewed.decisions, mode, key: [], columns };
				const next = { ...reviewed, destination: made, dataset, decisions, isAnew, outdated: null };
				return await review(next);
			} catch (error) {
				const failure = { of: 'target', error } as const;
				if (!signal.aborted) show({ ...reviewed, state: 'reviewing', failure, isReviewing: false });
			}
		},
		/** A review that lists everything that won't be saved, up to a limit, for the latest decisions. */
		listRejects: ({ upload }: Reviewed): Promise<FileReview> =>
			reviewUpload(upload, { listed: mostListed }, AbortSignal.timeout(listMs)),
		discardCleaning: (reviewed: Reviewed): Promise<void> => review(reviewed, { withoutCleaning: true }),
		/** Resumes an upload started before the page loaded. */
		async resume(id: string): Promise<void> {
			const signal = begin();
			show({ state: 'resuming' });
			try {
				const ingestion = await findUpload(id, signal);
				// Waiting for a save doesn't end with the signal.
				if (signal.aborted) return;
				if ('state' in ingestion) {
					const isEnd = ingestion.state === 'committed' || ingestion.state === 'failed';
					if (isEnd) work.onSaved();
					return show(isEnd ? { state: 'done', ingestion } : { state: 'choosing', error: null });
				}
				const { upload } = ingestion;
				const found = await readAgain(() => reviewUpload(upload, {}, signal), signal).catch((error: unknown) => {
					// Other options may help, or it's said why nothing does.
					if (isOfFile(error) || isOfOptions(error, nothingDecided(false))) return { error };
					throw error;
				});
				const review = 'error' in found ? null : (found as FileReview);
				const destination = { ...(review?.decided?.target ?? ingestion.target), isNewNamespace: false };
				const dataset = await work.findDataset(destination);
				const decisions = decisionsOf(review?.decided ?? {}, dataset !== null);
				const failure = 'error' in found ? { of: 'review' as const, error: found.error } : null;
				if (signal.aborted) return;
				open = id;
				if (failure !== null) leaveUnreadable(upload, failure.error, decisions);
				show({
					...{ state: 'reviewing', upload, destination, dataset, decisions, review, failure },
					cleaning: review?.cleaning ?? null,
					recipe: review?.decided?.recipe ?? '',
					isAnew: review === null,
					isReviewing: false,
					isCleaning: false,
					outdated: null,
				});
			} catch (error) {
				const isGone = isApiError(error) && error.status === 404;
				if (!signal.aborted) show({ state: isGone ? 'choosing' : 'interrupted', error });
			}
		},
		/** @param decided how to read and save it, for rows of a former file */
		async send(file: File, destination: Destination, decided: ReviewRequest | null = null): Promise<void> {
			end();
			const signal = begin();
			const onProgress = (bytes: number) => {
				if (!signal.aborted) show({ state: 'sending', file, bytes });
			};
			onProgress(0);
			try {
				const made = await withNamespace(destination);
				const dataset = await work.findDataset(made);
				const mode = dataset === null ? ({ mode: 'create' } as const) : {};
				const upload = await sendFile(file, made, dataset !== null, onProgress, signal);
				open = upload.id;
				if (signal.aborted) return;
				await review({
					upload,
					destination: made,
					dataset,
					decisions:
						decided === null
							? nothingDecided(dataset !== null, destination.mode)
							: decisionsOf({ ...decided, ...mode }, true),
					review: null,
					cleaning: null,
					isCleaning: false,
					recipe: '',
					isAnew: decided === null,
					failure: null,
					isReviewing: true,
					outdated: null,
				});
			} catch (error) {
				if (!signal.aborted) show({ state: 'choosing', error });
			}
		},
		/** @param anew whether to propose columns again, as after a changed format */
		decide(reviewed: Reviewed, decisions: Decisions, anew = false): Promise<void> {
			// A field that disappears with a given up upload commits what was typed in it.
			if (open !== reviewed.upload.id) return Promise.resolve();
			const isAnew = anew || reviewed.isAnew;
			// Another file of an archive has different lines, whatever their numbers.
			const isOther = decisions.options.entry !== reviewed.decisions.options.entry;
			const lines = isOther ? { fixedLines: [], skipLines: false } : {};
			const isSameReading = decisions.options === reviewed.decisions.options;
			const kept = isAnew && isSameReading ? decisions.columns : {};
			const columns = isAnew ? { columns: {} } : {};
			// A key that was only being tried is looked for again.
			const isTryingKey = reviewed.isTryingKey === true && decisions.key === reviewed.decisions.key;
			const key = isTryingKey ? { key: [] } : {};
			const next = { ...decisions, ...lines, ...columns, ...key };
			return review({ ...reviewed, isAnew, isTryingKey, decisions: next, outdated: null }, {}, kept);
		},
		async save(wanted: Reviewed): Promise<void> {
			const reviewed = await settled(wanted);
			if (reviewed?.review?.problems.length !== 0) return;
			return write(reviewed, mostSaves);
		},
		/** Keeps what was sent and decided, to be resumed. */
		later(): void {
			current?.abort();
			open = null;
			show({ state: 'choosing', error: null });
			work.onLeft();
		},
		again(): void {
			end();
			show({ state: 'choosing', error: null });
		},
	};
}

/** Columns of the dataset whose rows stay; null if it gets those of the file. */
const columnsFor = ({ decisions: { mode }, dataset }: Reviewed) =>
	mode === 'append' || mode === 'upsert' ? (dataset?.columns ?? null) : null;

/** How many rows of the dataset have a key of the file. */
const foundRows = (reviewed: Reviewed | null): number =>
	reviewed?.review == null ? 0 : reviewed.review.effect.changed + reviewed.review.effect.unchanged;

/** Whether the key identifies rows of the dataset, and few of the file's rows share one. */
function isUniqueInDataset(reviewed: Reviewed): boolean {
	const { duplicateKeys: { total = 0, inDataset } = {}, rows = 0 } = reviewed.review ?? {};
	return inDataset === 0 && total * 10 <= rows && foundRows(reviewed) > 0;
}

/** The only recipe for files with these columns, or null. */
function recipeFor({ review }: Reviewed, recipes: readonly UploadRecipe[]): UploadRecipe | null {
	const [found, ...others] = review === null ? [] : recipes.filter((recipe) => isFor(recipe, review));
	return others.length === 0 ? (found ?? null) : null;
}

/** A review's result. Decisions about the dataset's last file apply as if the user made them. */
function reviewedAs(review: FileReview, decisions: Decisions, isAnew: boolean) {
	const { columns } = review.decided ?? {};
	const before = isAnew && columns !== undefined ? { columns: decisionsOf({ columns }, true).columns } : {};
	return { review, cleaning: review.cleaning ?? null, decisions: { ...decisions, ...before } };
}
