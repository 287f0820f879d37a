import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { BuildSpec } from '#contract/build-spec.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { notResponding } from '../../../lib/messages.ts';
import { setOrDelete, useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { startBuildMutation } from '../../runs/mutations.ts';
import { usePlanStart } from '../../runs/plans/plan-start.ts';
import { useOnReconnect, useReachable } from '../../session/queries.ts';

/** State of building a BuildSpec: the dialog and the started build, both in the URL. */
export function useBuild(buildSpecId: string, version: number) {
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const navigate = useNavigate();
	const [downstream, setDownstream] = useState(false);
	const [startedId, setStartedId] = useState<string | null>(null);
	const [upstream, setUpstream] = useState(false);
	const start = useSingleMutation(startBuildMutation());
	const plan = usePlanStart();
	const isAway = useReachable() === false;
	const change = (values: Readonly<Record<string, string | null>>) =>
		edit((params) => {
			for (const [name, value] of Object.entries(values)) setOrDelete(params, name, value);
		});
	const unknown = isUnknownOutcome(start.error);
	const send = (onlyLook: boolean) => {
		if (isAway) return;
		plan.reset();
		const input =
			onlyLook && start.variables
				? start.variables
				: { buildSpecId, version, downstream, before: null, at: Date.now() };
		start.mutate(
			{ ...input, onlyLook },
			{
				onSuccess: ({ id, planId }) => {
					setStartedId(id);
					if (planId === undefined) change({ sheet: null, build: id });
					else void navigate(paths.buildPlan(planId));
				},
			},
		);
	};
	useOnReconnect(unknown, () => send(true));
	return {
		isOpen: params.get('sheet') === 'build',
		runId: params.get('build'),
		/** A build started here, not one from the URL. */
		startedId,
		disabledReason: isAway ? notResponding('build') : null,
		pending: start.isPending || plan.isPending,
		/** Whether outdated sources are built first. */
		upstream,
		setUpstream,
		/** Whether everything downstream is built too. */
		downstream,
		setDownstream,
		error: start.error ?? plan.error,
		open: () => change({ sheet: 'build' }),
		close: () => {
			// A start with an unknown outcome is looked up before another one is sent, also after reopening the dialog.
			if (!unknown) start.reset();
			if (!plan.isUnsettled) plan.reset();
			change({ sheet: null });
		},
		dismiss: () => change({ build: null }),
		/** Builds one or several in order, after looking up a start with an unknown outcome. */
		start: (specs: readonly BuildSpec[] | null) => {
			if (unknown || (specs === null && !plan.isUnsettled)) return send(unknown);
			if (isAway) return;
			start.reset();
			plan.start(specs ?? []);
		},
	};
}
