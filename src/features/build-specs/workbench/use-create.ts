import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { notResponding } from '../../../lib/messages.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { storeDraft } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { useReachable } from '../../session/queries.ts';
import { saveChecks } from '../check-queries.ts';
import { fieldProblems, readEdit } from '../edit-fields.ts';
import { type FieldProblems, sameText, type WorkText } from '../model.ts';
import { type CreateInput, createBuildSpecMutation } from '../mutations.ts';
import { buildSpecQuery, buildSpecsQuery } from '../queries.ts';
import type { WorkbenchState } from './use-workbench.ts';

/** Creates a BuildSpec once. If the response is lost, looks up the outcome. */
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
			// A second click may come before the first success is rendered.
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

/** URL of the created BuildSpec's page, with the earlier preview. */
export const createdPage = (spec: BuildSpec, runId: string | null): string =>
	`${paths.buildSpec(spec.id)}${runId === null ? '' : `?run=${encodeURIComponent(runId)}`}`;

interface Created {
	readonly spec: BuildSpec;
	readonly submitted: WorkText;
}

/**
 * Creates a BuildSpec from a workbench. What is typed during the request becomes its draft.
 * @param onDone everything is stored, so its page can be opened
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
			const outcome = storeDraft(scope, spec.id, draft);
			if (!outcome.kept) return setStuck({ spec, submitted, message: outcome.message });
		}
		workbench.discard();
		present.done(spec);
	};
	const creation = useCreation(workbench.setProblems, async (spec, submitted) => {
		const checks = present.checks();
		const [areSaved] = await Promise.all([
			// Checks that can't be saved now become the draft of the new BuildSpec.
			checks !== undefined &&
				saveChecks(spec.id, checks).then(
					() => true,
					() => false,
				),
			// Prefetched so that its page opens at once, with everything typed until then.
			queryClient.prefetchQuery({ ...buildSpecQuery(spec.id), retry: false }),
		]);
		if (isHere.current) handOver({ spec, submitted }, areSaved ? checks : undefined);
	});
	return {
		pending: creation.isPending || (creation.isSuccess && stuck === null),
		disabledReason: creation.isAway ? notResponding('create the BuildSpec') : null,
		/** An error that isn't shown at a field. */
		error: Object.keys(fieldProblems(creation.error)).length === 0 ? creation.error : null,
		/** Why text typed during the request couldn't be stored as the new draft; null if it was. */
		stuck,
		create: () => (stuck === null ? creation.create(workbench.text, workbench.me) : handOver(stuck)),
		look: creation.look,
	};
}
