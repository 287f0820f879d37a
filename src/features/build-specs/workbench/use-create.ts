import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { keepDraft } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { useReachable } from '../../session/queries.ts';
import { saveChecks } from '../check-queries.ts';
import { fieldProblems, readEdit } from '../edit-fields.ts';
import { type FieldProblems, sameText, type WorkText } from '../model.ts';
import { type CreateInput, createBuildSpecMutation } from '../mutations.ts';
import { buildSpecQuery, buildSpecsQuery } from '../queries.ts';
import type { WorkbenchState } from './use-workbench.ts';

/** Sends what a text defines, once; where its answer was lost, looks up what became of it. */
export function useCreation(
	setProblems: (problems: FieldProblems) => void,
	onCreated: (spec: BuildSpec, submitted: WorkText) => void,
) {
	const queryClient = useQueryClient();
	const mutation = useSingleMutation(createBuildSpecMutation());
	const isCreated = useRef(false);
	const isAway = useReachable() === false;
	const submit = (input: CreateInput, submitted: WorkText) =>
		mutation.mutate(input, {
			onSuccess: ({ value }) => {
				isCreated.current = true;
				onCreated(value, submitted);
			},
			onError: (error) => setProblems(fieldProblems(error)),
		});
	const [sent, setSent] = useState<WorkText | null>(null);
	return {
		isAway,
		isPending: mutation.isPending,
		isSuccess: mutation.isSuccess,
		error: mutation.error,
		create: (text: WorkText, me: string) => {
			const { edit, problems } = readEdit(text, me);
			setProblems(problems);
			// A click may come before the success of the one before it is drawn.
			if (edit === null || isAway || isCreated.current || mutation.isSending()) return;
			const known = queryClient.getQueryData(buildSpecsQuery.queryKey)?.items.map((item) => item.id) ?? null;
			setSent(text);
			submit({ edit, known, at: Date.now() }, text);
		},
		look: () => {
			if (sent !== null && mutation.variables) submit({ ...mutation.variables, onlyLook: true }, sent);
		},
	};
}

/** The page of what was created, showing the preview that ran before. */
export const createdPage = (spec: BuildSpec, runId: string | null): string =>
	`${paths.buildSpec(spec.id)}${runId === null ? '' : `?run=${encodeURIComponent(runId)}`}`;

interface Created {
	readonly spec: BuildSpec;
	readonly submitted: WorkText;
}

/**
 * Creates what is in a workbench. What is typed meanwhile is a draft of what was created.
 * @param onDone what was created is safe, and what was typed since is kept: its page can be opened
 */
export function useCreate(workbench: WorkbenchState, scope: Scope, onDone: (spec: BuildSpec) => void) {
	const queryClient = useQueryClient();
	const [stuck, setStuck] = useState<(Created & { readonly message: string }) | null>(null);
	const present = useSteady({ text: () => workbench.text, checks: () => workbench.work.checks, done: onDone });
	const isHere = useRef(false);
	useEffect(() => {
		isHere.current = true;
		return () => {
			isHere.current = false;
		};
	}, []);
	const handOver = ({ spec, submitted }: Created, savedChecks?: readonly Check[]) => {
		const text = present.text();
		const now = present.checks();
		const checks = now === savedChecks ? undefined : now;
		if (!sameText(text, submitted) || checks !== undefined) {
			const draft = { text, checks, baseVersion: spec.version, baseEtag: null, at: Date.now() };
			const outcome = keepDraft(scope, spec.id, draft);
			if (!outcome.kept) return setStuck({ spec, submitted, message: outcome.message });
		}
		workbench.discard();
		present.done(spec);
	};
	const creation = useCreation(workbench.setProblems, async (spec, submitted) => {
		const checks = present.checks();
		const [areSaved] = await Promise.all([
			// Where they can't be saved now, they are the draft of what was created.
			checks !== undefined &&
				saveChecks(spec.id, checks).then(
					() => true,
					() => false,
				),
			// Its page opens at once then: what is typed until it does comes along.
			queryClient.prefetchQuery({ ...buildSpecQuery(spec.id), retry: false }),
		]);
		if (isHere.current) handOver({ spec, submitted }, areSaved ? checks : undefined);
	});
	return {
		pending: creation.isPending || (creation.isSuccess && stuck === null),
		disabledReason: creation.isAway ? 'The service isn’t responding.' : null,
		/** A refusal that belongs to no field. */
		error: Object.keys(fieldProblems(creation.error)).length === 0 ? creation.error : null,
		/** Why what was typed meanwhile could not be kept as a draft of what was created; null where nothing is amiss. */
		stuck,
		create: () => (stuck === null ? creation.create(workbench.text, workbench.me) : handOver(stuck)),
		look: creation.look,
	};
}
