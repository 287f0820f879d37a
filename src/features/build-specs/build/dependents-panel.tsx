import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { startBuildPlan } from '#contract/build-plan.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useStatuses } from '../../names/status-queries.ts';
import { usePlanStart } from '../../runs/plans/plan-start.ts';
import { useOffers } from '../../session/queries.ts';
import { dependentsOf } from '../dependents.ts';
import { type SpecTargets, writesOf } from '../model.ts';
import { useSpecTargets } from '../pipeline-queries.ts';
import { buildSpecsQuery } from '../queries.ts';
import { usePlanChoice } from './plan-choice.ts';
import { PlanChoiceList } from './plan-choice-list.tsx';

const none: SpecTargets = new Map();

/** Everything downstream of a dataset in the user's BuildSpecs, and how much of it is outdated. */
function useDependents(dataset: DatasetCoordinate) {
	const isOffered = useOffers(startBuildPlan);
	const list = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const specs = isOffered ? list.data?.items : undefined;
	const { query, targets } = useSpecTargets(specs);
	const statuses = useStatuses();
	const dependents = useMemo(
		() => (targets === undefined ? [] : dependentsOf(dataset, specs ?? [], targets)),
		[dataset, specs, targets],
	);
	const written = dependents.flatMap((spec) => writesOf(spec, targets ?? none));
	const outdated = new Set(written.map(coordinateKey).filter((key) => statuses?.byKey.get(key)?.state === 'outdated'))
		.size;
	return { query: list.isError ? list : query, dependents, outdated, targets };
}

interface BuildDependentsPanelProps {
	readonly dataset: DatasetCoordinate;
	/** Stays mounted while closed, so that a start whose response was lost is looked up when it's reopened. */
	readonly opened: boolean;
	readonly onClose: () => void;
}

export function BuildDependentsPanel({ dataset, opened, onClose }: BuildDependentsPanelProps) {
	const { query, dependents, targets } = useDependents(dataset);
	const choice = usePlanChoice(dataset, dependents, targets);
	const plan = usePlanStart();
	const name = formatCoordinate(dataset);
	const close = () => {
		if (!plan.isUnsettled) plan.reset();
		onClose();
	};
	return (
		<ConfirmDialog
			opened={opened}
			onClose={close}
			title={`Build the datasets that depend on ${name}`}
			confirmLabel={`Build ${countOf(choice.built.length, 'dataset')}`}
			unready={choice.built.length === 0}
			onConfirm={() => plan.start(choice.built)}
			pending={plan.isPending}
			error={plan.error === null ? null : errorFacts(plan.error)}
		>
			<Stack gap={3}>
				<QueryErrorPanel title="Couldn’t load the dependent datasets" query={query} />
				{choice.isKnown ? (
					<Text component="p">
						{dependents.length === 0
							? 'None of your BuildSpecs read this dataset.'
							: 'These BuildSpecs read this dataset, directly or indirectly. The selected ones are built in this order. If a build fails, only datasets downstream of it are skipped.'}
					</Text>
				) : (
					!query.isError && <LoadingRows rows={3} />
				)}
				<PlanChoiceList choice={choice} withRows />
				<Muted component="p">Other people’s BuildSpecs aren’t listed.</Muted>
			</Stack>
		</ConfirmDialog>
	);
}

/** Number of datasets outdated because of this one, with a button to build them; hidden if none. */
export function OutdatedDependentsPanel({ dataset }: Pick<BuildDependentsPanelProps, 'dataset'>) {
	const { outdated } = useDependents(dataset);
	const [opened, setOpened] = useState<boolean | null>(null);
	if (outdated === 0) return null;
	return (
		<Inline component="p" gap={2}>
			{outdated === 1
				? '1 dataset that depends on this one is outdated.'
				: `${outdated} datasets that depend on this one are outdated.`}
			<CompactButton onClick={() => setOpened(true)}>Build dependent datasets…</CompactButton>
			{opened !== null && <BuildDependentsPanel dataset={dataset} opened={opened} onClose={() => setOpened(false)} />}
		</Inline>
	);
}
