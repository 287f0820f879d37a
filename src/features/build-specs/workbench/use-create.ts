import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { keepDraft } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { useReachable } from '../../session/queries.ts';
import { noProblems, problemsOf, readEdit } from '../edit-fields.ts';
import { sameText, type WorkText } from '../model.ts';
import { type CreateInput, createBuildSpecMutation } from '../mutations.ts';
import { buildSpecQuery, buildSpecsQuery } from '../queries.ts';
import type { WorkbenchState } from './use-workbench.ts';

interface Created {
	readonly spec: BuildSpec;
	readonly submitted: WorkText;
}

/**
 * Creating: once at a time, and once. What is typed meanwhile is a draft of what was created.
 * @param onDone what was created is safe, and what was typed since is kept: its page can be opened
 */
export function useCreate(workbench: WorkbenchState, scope: Scope, onDone: (spec: BuildSpec) => void) {
	const queryClient = useQueryClient();
	const mutation = useMutation(createBuildSpecMutation());
	const creating = useRef(false);
	const [sent, setSent] = useState<{ readonly input: CreateInput; readonly text: WorkText } | null>(null);
	const [stuck, setStuck] = useState<(Created & { readonly message: string }) | null>(null);
	const away = useReachable() === false;
	const problems = isApiError(mutation.error) ? problemsOf(mutation.error.subErrors).fields : noProblems;
	const present = useSteady({ text: () => workbench.text, done: onDone });
	const isHere = useIsHere();

	const handOver = ({ spec, submitted }: Created) => {
		const text = present.text();
		if (!sameText(text, submitted)) {
			const draft = { text, baseVersion: spec.version, baseEtag: null, at: Date.now() };
			const outcome = keepDraft(scope, spec.id, draft);
			if (!outcome.kept) return setStuck({ spec, submitted, message: outcome.message });
		}
		workbench.discard();
		present.done(spec);
	};
	const submit = (input: CreateInput, submitted: WorkText) => {
		creating.current = true;
		setSent({ input, text: submitted });
		mutation.mutate(input, {
			onSuccess: async ({ value: spec }) => {
				// Its page opens at once then: what is typed until it does comes along.
				await queryClient.prefetchQuery({ ...buildSpecQuery(spec.id), retry: false });
				if (isHere()) handOver({ spec, submitted });
			},
			onError: (error) => {
				creating.current = false;
				workbench.setProblems(isApiError(error) ? problemsOf(error.subErrors).fields : noProblems);
			},
		});
	};

	return {
		pending: mutation.isPending || (mutation.isSuccess && stuck === null),
		disabledReason: away ? 'The service does not answer.' : null,
		/** A refusal that belongs to no field. */
		error: mutation.error !== null && Object.keys(problems).length === 0 ? mutation.error : null,
		/** It is created, and why what was typed meanwhile could not be kept as its draft; null where nothing is amiss. */
		stuck,
		create: () => {
			if (stuck !== null) return handOver(stuck);
			const read = readEdit(workbench.text, workbench.me);
			workbench.setProblems(read.problems ?? noProblems);
			// A second click may come before the first one is drawn as pending.
			if (read.edit === null || creating.current || away) return;
			const known = queryClient.getQueryData(buildSpecsQuery.queryKey)?.items.map((item) => item.id) ?? null;
			submit({ edit: read.edit, known, at: Date.now() }, workbench.text);
		},
		/** Looks up what became of a creation whose answer was lost. */
		look: () => {
			if (sent !== null && !creating.current) submit({ ...sent.input, onlyLook: true }, sent.text);
		},
	};
}

/** Whether the page is still shown, also where it is asked later. */
function useIsHere(): () => boolean {
	const here = useRef(false);
	useEffect(() => {
		here.current = true;
		return () => {
			here.current = false;
		};
	}, []);
	return () => here.current;
}
