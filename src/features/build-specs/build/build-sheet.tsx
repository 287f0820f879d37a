import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getBuildPlan, startBuildPlan } from '#contract/build-plan.ts';
import { listRuns } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { type Check, listRunChecks } from '#contract/check.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { listText } from '#lib/text/list-text.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useStatuses, useStatusOf } from '../../names/status-queries.ts';
import { runChecksQuery } from '../../runs/check-queries.ts';
import { runsQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { checksQuery, sameChecks } from '../check-queries.ts';
import { outdatedSources } from '../dependents.ts';
import type { SpecTargets } from '../model.ts';
import { isGitPipeline, useSpecTargets } from '../pipeline-queries.ts';
import { downstreamOf } from '../plan/plan-model.ts';
import { buildSpecsQuery } from '../queries.ts';
import { buildTargets, previewOf } from './build-model.ts';
import { BuildTargets, useDatasetNow } from './build-targets.tsx';
import { usePlanChoice } from './plan-choice.ts';
import { PlanChoiceList } from './plan-choice-list.tsx';
import type { useBuild } from './use-build.ts';

interface BuildSheetProps {
	readonly opened: boolean;
	readonly spec: BuildSpec;
	readonly dirty: boolean;
	/** Known errors in the code being built. */
	readonly errors: number;
	readonly onSave: () => void;
	readonly saving: boolean;
	readonly build: ReturnType<typeof useBuild>;
}

export function BuildSheet(props: BuildSheetProps) {
	const { opened, spec, dirty, build } = props;
	const name = formatCoordinate(spec.destination);
	const { steps, targets } = useDownstream(spec, opened);
	const [isOffered, canChoose] = [useOffers(getBuildPlan), useOffers(startBuildPlan)];
	const others = isOffered ? steps.slice(1).map(({ builder }) => builder.spec) : [];
	const choice = usePlanChoice(spec.destination, others, targets);
	const offered = canChoose ? choice.options.map((option) => option.spec) : others;
	const chosen = canChoose ? choice.built : others;
	const isWhole = chosen.length === offered.length;
	const sources = useOutdatedSources(spec, opened);
	const before = build.upstream ? sources : [];
	const after = build.downstream ? chosen : [];
	const count = before.length + 1 + after.length;
	const isPlan = before.length > 0 || (build.downstream && !isWhole);
	return (
		<ConfirmDialog
			opened={opened}
			onClose={build.close}
			size="xl"
			title={`Build ${name} with BuildSpec version ${spec.version}`}
			confirmLabel={count > 1 ? `Build ${countOf(count, 'dataset')}` : `Build ${name}`}
			onConfirm={() => build.start(isPlan ? [...before, spec, ...after] : null)}
			unready={canChoose && build.downstream && !choice.isKnown}
			pending={build.pending}
			error={build.error === null ? null : errorFacts(build.error)}
		>
			{opened && (
				<Stack gap={3}>
					{dirty && (
						<Notice
							tone="warning"
							title="Unsaved changes aren’t included"
							action={
								<SecondaryButton loading={props.saving} onClick={props.onSave}>
									Save changes
								</SecondaryButton>
							}
						>
							This builds version {spec.version}, the last saved version.
						</Notice>
					)}
					{props.errors > 0 && (
						<Notice tone="warning" title={`The code has ${countOf(props.errors, 'error')}`}>
							This build will probably fail and leave {name} unchanged.
						</Notice>
					)}
					<FailingChecks spec={spec} />
					{sources.length > 0 && <OutdatedSources sources={sources} name={name} build={build} />}
					<Consequence {...props} choice={canChoose ? choice : null} others={offered.length} built={[spec, ...after]} />
				</Stack>
			)}
		</ConfirmDialog>
	);
}

const none: SpecTargets = new Map();

/** The BuildSpecs that a build including downstream would build, and what their pipelines write. */
function useDownstream(spec: BuildSpec, enabled: boolean) {
	const { data } = useQuery({ ...buildSpecsQuery, enabled });
	const specs = enabled ? data?.items : undefined;
	const { query, targets, unknown } = useSpecTargets(specs);
	return { ...downstreamOf(spec, (targets && specs) ?? [], targets ?? none), query, targets, unknown };
}

/** BuildSpecs of outdated sources, which can be built first. */
function useOutdatedSources(spec: BuildSpec, enabled: boolean): readonly BuildSpec[] {
	const isOffered = useOffers(startBuildPlan) && enabled;
	const { data } = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const { targets = none } = useSpecTargets(isOffered ? data?.items : undefined);
	const statuses = useStatuses();
	if (!isOffered || statuses == null) return [];
	return outdatedSources(spec, data?.items ?? [], targets, statuses.byKey);
}

interface OutdatedSourcesProps extends Pick<BuildSheetProps, 'build'> {
	readonly sources: readonly BuildSpec[];
	readonly name: string;
}

const OutdatedSources = ({ sources, name, build }: OutdatedSourcesProps) => (
	<Notice
		tone="warning"
		title={sources.length === 1 ? 'A source is outdated' : `${sources.length} sources are outdated`}
	>
		{name} stays outdated unless {listText(sources.map(({ destination }) => formatCoordinate(destination)))}{' '}
		{sources.length === 1 ? 'is' : 'are'} built first.
		<Checkbox
			mt="xs"
			label={sources.length === 1 ? 'Build the source first' : 'Build the sources first, in order'}
			checked={build.upstream}
			onChange={(event) => build.setUpstream(event.currentTarget.checked)}
		/>
	</Notice>
);

interface ConsequenceProps extends BuildSheetProps {
	/** Null if the service can't build only some of them. */
	readonly choice: ReturnType<typeof usePlanChoice> | null;
	readonly others: number;
	readonly built: readonly BuildSpec[];
}

function Consequence({ spec, build, choice, others, built }: ConsequenceProps) {
	const isOffered = useOffers(getBuildPlan);
	const { circular, query, targets = none, unknown } = useDownstream(spec, true);
	const { data: now } = useDatasetNow(spec.destination);
	const hasUnknown = unknown.some(({ id }) => built.some((one) => one.id === id));
	return (
		<>
			<RestoredRows spec={spec} />
			<QueryErrorPanel title="Couldn’t load the dependent datasets" query={query} />
			<Text component="p">
				{isGitPipeline(spec.code.payload)
					? 'This pipeline replaces all rows in every dataset it writes. If any step fails, nothing is written.'
					: now === null
						? 'The dataset is created once all rows are ready.'
						: 'All rows are replaced in one step once the new rows are ready.'}
			</Text>
			{(others > 0 || build.downstream) && (
				<Checkbox
					label={`Also build the datasets that depend on ${formatCoordinate(spec.destination)}`}
					description="Dependent datasets are built in order. If a build fails, only datasets downstream of it are skipped."
					checked={build.downstream}
					onChange={(event) => build.setDownstream(event.currentTarget.checked)}
				/>
			)}
			{build.downstream && choice !== null && <PlanChoiceList choice={choice} />}
			<Box scroll style={{ maxHeight: '24rem' }}>
				<BuildTargets targets={buildTargets(built, targets)} />
			</Box>
			{hasUnknown && <Text component="p">A pipeline’s other outputs appear after its first preview or build.</Text>}
			{isOffered && circular.length > 0 && (
				<Muted component="p">
					Skipped because of circular dependencies:{' '}
					{[...new Set(circular.map((other) => formatCoordinate(other.spec.destination)))].join(', ')}
				</Muted>
			)}
			<Muted component="p">
				Row counts and check results are from the latest preview of this code. Columns are determined from the code.
				{build.downstream && ' Builds of upstream datasets may change these figures.'} Other people’s BuildSpecs aren’t
				listed.
			</Muted>
		</>
	);
}

/** Error checks that failed in the newest preview of the saved version, and so would block the build. */
function FailingChecks({ spec }: Pick<BuildSheetProps, 'spec'>) {
	const [canList, canSee] = [useOffers(listRuns), useOffers(listRunChecks)];
	const runs = useQuery({ ...runsQuery(spec.id), enabled: canList && canSee });
	const preview = previewOf(spec, runs.data?.items ?? []);
	const saved = useQuery({ ...checksQuery(spec.id), enabled: canSee });
	const found = useQuery({ ...runChecksQuery(preview?.id ?? ''), enabled: canSee && preview !== null });
	const isSaved = (check: Check) => saved.data?.checks.some((other) => sameChecks([other], [check]));
	const failing = (found.data?.items ?? []).filter(
		({ state, check }) => state !== 'passed' && check.severity === 'error' && isSaved(check),
	);
	if (failing.length === 0 || preview === null) return null;
	const names = failing.map(({ check }) => `"${check.name}"`).join(', ');
	return (
		<Notice
			tone="error"
			title="This build will probably fail"
			action={
				<Link to={`${paths.run(preview.id)}?view=checks`} target="_blank">
					Show failing rows
				</Link>
			}
		>
			{failing.length === 1 ? 'Check' : 'Checks'} {names} failed in the latest preview of this code. Unless the sources
			change, this build writes nothing.
		</Notice>
	);
}

/** Warns that a build replaces restored rows, and explains how to build those instead. */
function RestoredRows({ spec }: Pick<BuildSheetProps, 'spec'>) {
	const status = useStatusOf(spec.destination);
	const restored = status?.restoredFrom ?? null;
	if (restored === null) return null;
	const former = status?.builtBy?.buildSpecId === spec.id ? status.builtBy.version : null;
	return (
		<Notice tone="warning" title={`Dataset version ${restored} was restored`}>
			This build replaces the restored rows.
			{former !== null && former !== spec.version && (
				<>
					{' '}
					They were built with{' '}
					<Link to={paths.buildSpecVersion(spec.id, former)} target="_blank">
						BuildSpec version {former}
					</Link>
					.
				</>
			)}
		</Notice>
	);
}
