import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { type FieldProblems, noProblems, problemsOf, readEdit } from './model.ts';
import { type SaveOutcome, saveBuildSpecMutation } from './mutations.ts';
import type { Bench } from './use-bench.ts';
import { afterSave, type Base, baseOf, type Saved } from './work.ts';

/** Saving: once at a time, never over somebody else's version, with every refusal told where it belongs. */
export function useSave(bench: Bench, buildSpecId: string) {
	const queryClient = useQueryClient();
	const mutation = useMutation(saveBuildSpecMutation(queryClient));
	const saving = useRef(false);
	const [theirs, setTheirs] = useState<Saved | null>(null);
	const [told, setTold] = useState<string | null>(null);

	const saveOn = (base: Pick<Base, 'version' | 'etag'>) => {
		// A second click may come before the first one is drawn as pending.
		if (saving.current) return;
		const submitted = bench.text;
		const read = readEdit(submitted, bench.me);
		bench.setProblems(read.problems ?? noProblems);
		if (read.edit === null) return;
		saving.current = true;
		setTold(null);
		mutation.mutate(
			{ buildSpecId, edit: read.edit, base },
			{
				onSuccess: (outcome: SaveOutcome) => {
					if (outcome.kind === 'overtaken') return setTheirs(outcome.saved);
					setTheirs(null);
					bench.setWork((it) => afterSave(it, submitted, outcome.saved));
					setTold(inWords(outcome));
				},
				onError: (error) => bench.setProblems(fieldProblems(error)),
				onSettled: () => {
					saving.current = false;
				},
			},
		);
	};

	return {
		/** Quiet words about the last save, or null. */
		told,
		pending: mutation.isPending,
		/** A refusal that belongs to no field. */
		error: mutation.error !== null && Object.keys(fieldProblems(mutation.error)).length === 0 ? mutation.error : null,
		forgetError: () => mutation.reset(),
		theirs,
		closeConflict: () => setTheirs(null),
		save: () => {
			if (bench.dirty) saveOn(bench.work.base);
			else setTold('Nothing has changed since the last save.');
		},
		saveMine: () => theirs !== null && saveOn(baseOf(theirs)),
		takeTheirs: () => {
			if (theirs === null) return;
			bench.setWork((it) => afterSave(it, it.text, theirs));
			setTheirs(null);
		},
	};
}

function inWords(outcome: Extract<SaveOutcome, { kind: 'saved' }>): string {
	const version = `Saved as version ${outcome.saved.value.version}.`;
	return outcome.raced
		? `${version} Somebody saved another version a moment before; this service keeps only the last.`
		: version;
}

function fieldProblems(error: unknown): FieldProblems {
	return isApiError(error) ? problemsOf(error.subErrors).fields : noProblems;
}
