import { IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type BuildRun, startBuildRun, startScratchRun } from '#contract/build-run.ts';
import { startPreviewRun } from '#contract/preview-run.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useOffers } from '../../session/queries.ts';
import { startPreviewMutation } from '../mutations.ts';
import { RebuildPanel, usePlanOf } from '../plans/rebuild-panel.tsx';

/** Runs the same code again on the current sources. A build asks first. */
export function RunAgain({ run }: { run: BuildRun }) {
	const navigate = useNavigate();
	const preview = useMutation(startPreviewMutation());
	const canBuild = useOffers(startBuildRun);
	const { buildSpecId, definition } = run;
	const { sources, destination, code } = definition;
	const isOfSpec = buildSpecId !== null && destination !== undefined;
	const canStart = useOffers(isOfSpec ? startPreviewRun : startScratchRun);
	const rest = { sources, code: { payload: code.payload } };
	const icon = <IconRepeat size={16} aria-hidden="true" />;
	if (run.kind === 'build') {
		if (buildSpecId === null || !canBuild) return null;
		return (
			<>
				{run.state === 'failed' && <RebuildOfRun buildRunId={run.id} />}
				<LinkButton to={paths.build(buildSpecId)} leftSection={icon}>
					Build again…
				</LinkButton>
			</>
		);
	}
	if (!canStart) return null;
	const start = () => {
		if (preview.isPending) return;
		const what = isOfSpec
			? { buildSpecId, definition: { ...rest, destination } }
			: { definition: destination ? { ...rest, destination } : rest };
		preview.mutate(
			{ ...what, at: Date.now(), before: null },
			{ onSuccess: (item: BuildRun) => void navigate(paths.run(item.id)) },
		);
	};
	return (
		<>
			<SecondaryButton leftSection={icon} loading={preview.isPending} onClick={start}>
				Run again
			</SecondaryButton>
			{preview.isError && (
				<Notice tone="error" title="Couldn’t start the run">
					{errorFacts(preview.error).message}
				</Notice>
			)}
		</>
	);
}

/** For a build that stopped others: retries the whole plan. */
function RebuildOfRun({ buildRunId }: { readonly buildRunId: string }) {
	const plan = usePlanOf(buildRunId);
	return plan === undefined ? null : <RebuildPanel key={plan.id} plan={plan} />;
}
