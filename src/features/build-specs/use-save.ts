import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getMe } from '#contract/user.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { useReachable } from '../session/queries.ts';
import { type FieldProblems, noProblems, problemsOf, readEdit, type WorkText } from './model.ts';
import { type SaveInput, type SaveOutcome, saveBuildSpecMutation } from './mutations.ts';
import type { Bench } from './use-bench.ts';
import { afterSave, type Base, baseOf, type Saved } from './work.ts';

/** Saving: once at a time, never over somebody else's version, with every refusal told where it belongs. */
export function useSave(bench: Bench, buildSpecId: string) {
	const queryClient = useQueryClient();
	const mutation = useMutation(saveBuildSpecMutation(queryClient));
	const saving = useRef(false);
	const [theirs, setTheirs] = useState<Saved | null>(null);
	const [told, setTold] = useState<string | null>(null);
	const [raced, setRaced] = useState<number | null>(null);
	const [sent, setSent] = useState<{ readonly input: SaveInput; readonly text: WorkText } | null>(null);
	const away = useReachable() === false;

	const saveOn = (base: Pick<Base, 'version' | 'etag'>) => {
		// A second click may come before the first one is drawn as pending.
		if (saving.current) return;
		const submitted = bench.text;
		const read = readEdit(submitted, bench.me);
		bench.setProblems(read.problems ?? noProblems);
		if (read.edit === null) return;
		settle({ buildSpecId, edit: read.edit, base }, submitted);
	};

	const settle = (input: SaveInput, submitted: WorkText) => {
		saving.current = true;
		setTold(null);
		setRaced(null);
		setSent({ input, text: submitted });
		mutation.mutate(input, {
			onSuccess: (outcome: SaveOutcome) => {
				if (outcome.kind === 'overtaken') return setTheirs(outcome.saved);
				setTheirs(null);
				bench.setWork((it) => afterSave(it, submitted, outcome.saved));
				setTold(inWords(outcome));
				if (outcome.raced) setRaced(outcome.saved.value.version);
			},
			onError: (error) => bench.setProblems(fieldProblems(error)),
			onSettled: () => {
				saving.current = false;
			},
		});
	};

	return {
		/** Quiet words about the last save, or null. */
		told,
		/** The version that was saved although somebody else's lies between; null when none does. */
		raced,
		/** Why nothing can be saved at this moment, or null. */
		waits: away ? awayWords : null,
		pending: mutation.isPending,
		/** A refusal that belongs to no field. */
		error: mutation.error !== null && Object.keys(fieldProblems(mutation.error)).length === 0 ? mutation.error : null,
		forgetError: () => mutation.reset(),
		theirs,
		closeConflict: () => setTheirs(null),
		/** Looks up what became of a save whose answer was lost. */
		look: () => {
			if (sent !== null && !saving.current) settle({ ...sent.input, onlyLook: true }, sent.text);
		},
		save: () => {
			if (!bench.dirty) return setTold('Nothing has changed since the last save.');
			if (!away) return saveOn(bench.work.base);
			// It may be back already: it is asked before anything is sent.
			call(getMe, {}).then(
				() => saveOn(bench.work.base),
				() => setTold(awayWords),
			);
		},
		saveMine: () => theirs !== null && saveOn(baseOf(theirs)),
		takeTheirs: () => {
			if (theirs === null) return;
			bench.setWork((it) => afterSave(it, it.text, theirs));
			setTheirs(null);
		},
	};
}

const awayWords = 'The service does not answer. What you type is kept; save it when the service is back.';

function inWords({ saved, found }: Extract<SaveOutcome, { kind: 'saved' }>): string {
	const { version } = saved.value;
	return found
		? `The answer was lost on its way, but this is saved as version ${version}.`
		: `Saved as version ${version}.`;
}

function fieldProblems(error: unknown): FieldProblems {
	return isApiError(error) ? problemsOf(error.subErrors).fields : noProblems;
}
