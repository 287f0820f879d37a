import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DatasetSchema } from '#contract/dataset.ts';
import type { FileReview } from '#contract/file-ingestion.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { createNamespaceMutation } from '../../names/namespace-mutations.ts';
import { nameKeys, schemaQuery } from '../../names/queries.ts';
import { ingestKeys } from '../queries.ts';
import { type Decisions, type Destination, nothingDecided, requestOf } from './model.ts';
import { commitUpload, giveUp, reviewUpload, sendFile, type Upload } from './upload-run.ts';

export interface Reviewed {
	readonly upload: Upload;
	readonly destination: Destination;
	/** The dataset there; null where it is to be made. */
	readonly dataset: DatasetSchema | null;
	readonly decisions: Decisions;
	/** Null until the first review came. */
	readonly review: FileReview | null;
	/** Why the last review failed; the one before is still shown. */
	readonly error: unknown;
	readonly isReviewing: boolean;
}

export type Uploading =
	| { readonly state: 'choosing'; readonly error: unknown }
	| { readonly state: 'sending'; readonly file: File; readonly bytes: number }
	| ({ readonly state: 'reviewing' | 'saving' } & Reviewed)
	| { readonly state: 'done'; readonly ingestion: IngestionDetail };

/** Sends a file, reviews it after each decision, and saves it. */
export function useUpload() {
	const queryClient = useQueryClient();
	const [uploading, setUploading] = useState<Uploading>({ state: 'choosing', error: null });
	const current = useRef<AbortController>(null);
	const open = useRef<string>(null);
	const leave = () => {
		current.current?.abort();
		if (open.current !== null) void giveUp(open.current);
		open.current = null;
	};
	const onLeave = useEffectEvent(leave);
	useEffect(() => () => onLeave(), []);

	const begin = (): AbortSignal => {
		current.current?.abort();
		current.current = new AbortController();
		return current.current.signal;
	};

	async function review(reviewed: Reviewed, before: FileReview | null): Promise<void> {
		const signal = begin();
		setUploading({ ...reviewed, state: 'reviewing', error: null, isReviewing: true });
		const request = requestOf(reviewed.decisions, reviewed.destination, before);
		await reviewUpload(reviewed.upload, request, signal).then(
			(found) => {
				if (!signal.aborted)
					setUploading({ ...reviewed, state: 'reviewing', review: found, error: null, isReviewing: false });
			},
			(error: unknown) => {
				if (!signal.aborted) setUploading({ ...reviewed, state: 'reviewing', error, isReviewing: false });
			},
		);
	}

	return {
		uploading,
		async send(file: File, destination: Destination): Promise<void> {
			const signal = begin();
			const onProgress = (bytes: number) => {
				if (!signal.aborted) setUploading({ state: 'sending', file, bytes });
			};
			onProgress(0);
			try {
				if (destination.isNewNamespace)
					await queryClient
						.getMutationCache()
						.build(queryClient, createNamespaceMutation())
						.execute({ owner: destination.owner, name: destination.namespace });
				const dataset = await queryClient.fetchQuery({ ...schemaQuery(destination), staleTime: 0 });
				const upload = await sendFile(file, destination, dataset !== null, onProgress, signal);
				open.current = upload.id;
				const decisions = nothingDecided(dataset !== null);
				const made = { ...destination, isNewNamespace: false };
				await review(
					{ upload, destination: made, dataset, decisions, review: null, error: null, isReviewing: true },
					null,
				);
			} catch (error) {
				if (!signal.aborted) setUploading({ state: 'choosing', error });
			}
		},
		/** @param anew whether columns are proposed again, as after another way to read the file */
		decide: (reviewed: Reviewed, decisions: Decisions, anew = false): Promise<void> =>
			review(
				{ ...reviewed, decisions: anew ? { ...decisions, columns: {} } : decisions },
				anew ? null : reviewed.review,
			),
		async save(reviewed: Reviewed): Promise<void> {
			setUploading({ ...reviewed, state: 'saving', error: null });
			try {
				const ingestion = await commitUpload(reviewed.upload);
				open.current = null;
				for (const queryKey of [ingestKeys.all, nameKeys.all, nameKeys.schemas])
					void queryClient.invalidateQueries({ queryKey });
				setUploading({ state: 'done', ingestion });
			} catch (error) {
				setUploading({ ...reviewed, state: 'reviewing', error });
			}
		},
		again: () => {
			leave();
			setUploading({ state: 'choosing', error: null });
		},
	};
}
