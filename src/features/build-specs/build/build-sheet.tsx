import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getBuildPlan } from '#contract/build-plan.ts';
import { listRuns } from '#contract/build-run.ts';
import { type BuildSpec, checkBuildSpec } from '#contract/build-spec.ts';
import { listRunChecks } from '#contract/check.ts';
import {
	coordinateKey,
	type DatasetCoordinate,
	type DatasetSchema,
	formatCoordinate,
	getSchema,
} from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf, formatBytes } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { checksSummary } from '../../names/check-model.ts';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { schemaQuery } from '../../names/queries.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { runChecksQuery } from '../../runs/check-queries.ts';
import { outputsQuery, runsQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { checkedSpecQuery, useColumnReaders } from '../column-queries.ts';
import { isGitPipeline, type PipelineTarget, targetsOf, useSpecTargets } from '../pipeline-queries.ts';
import { downstreamOf } from '../plan/plan-model.ts';
import { buildSpecsQuery } from '../queries.ts';
import { type ColumnChanges, columnChanges, previewOf, readersOf } from './build-model.ts';
import type { useBuild } from './use-build.ts';

interface BuildSheetProps {
	readonly opened: boolean;
	readonly spec: BuildSpec;
	readonly dirty: boolean;
	readonly onSave: () => void;
	readonly saving: boolean;
	readonly build: ReturnType<typeof useBuild>;
}

export function BuildSheet(props: BuildSheetProps) {
	const { opened, spec, dirty, build } = props;
	const name = formatCoordinate(spec.destination);
	return (
		<ConfirmDialog
			opened={opened}
			onClose={build.close}
			title={`Build version ${spec.version}?`}
			confirmLabel={build.downstream ? `Build ${name} and downstream` : `Build ${name}`}
			onConfirm={build.start}
			pending={build.pending}
			error={build.error === null ? null : errorFacts(build.error)}
		>
			{opened && (
				<Stack gap={3}>
					{dirty && (
						<Notice
							tone="warning"
							title="Your unsaved changes are not built"
							action={
								<SecondaryButton loading={props.saving} onClick={props.onSave}>
									Save first
								</SecondaryButton>
							}
						>
							A build runs version {spec.version}, as it is saved.
						</Notice>
					)}
					<Consequence {...props} name={name} />
					<Downstream {...props} />
				</Stack>
			)}
		</ConfirmDialog>
	);
}

function Consequence({ spec, name }: BuildSheetProps & { name: string }) {
	const canSee = useOffers(getSchema);
	const dataset = useQuery({ ...schemaQuery(spec.destination), enabled: canSee });
	const runs = useQuery({ ...runsQuery(spec.id), enabled: useOffers(listRuns) });
	const specs = useQuery(buildSpecsQuery);
	const preview = previewOf(spec, runs.data?.items ?? []);
	const isPipeline = isGitPipeline(spec.code.payload);
	const canCheck = useOffers(checkBuildSpec) && !isPipeline;
	const columns = useQuery({
		...checkedSpecQuery(spec),
		enabled: canCheck,
		staleTime: 0,
		select: (checked) => checked.columns,
	});
	const outputs = useQuery({ ...outputsQuery(preview?.id ?? ''), enabled: isPipeline && preview !== null });
	const targets = isPipeline ? targetsOf(outputs.data?.items ?? []) : [];
	const written = [spec.destination, ...targets.map(({ coordinate }) => coordinate)];
	const readers = readersOf(written, spec.id, specs.data?.items ?? []);
	const now = dataset.data;
	return (
		<>
			<Text component="p">
				{isPipeline ? (
					'This pipeline replaces all rows of every dataset it writes. If any of it fails, nothing is written.'
				) : now === null ? (
					<>
						<code>{name}</code> does not exist yet. The build makes it.
					</>
				) : (
					<>
						All rows of <code>{name}</code> are replaced in one step, once all of the new ones are written.
					</>
				)}
			</Text>
			<PropertyList numeric style={{ rowGap: 'var(--space-2)' }}>
				<Property name={isPipeline ? 'Destination now' : 'Now'}>
					{!canSee ? (
						'This service does not say what is in the dataset.'
					) : dataset.isPending ? (
						'Looking…'
					) : dataset.isError ? (
						`Not known: ${errorFacts(dataset.error).message}`
					) : (
						<Present dataset={dataset.data} />
					)}
				</Property>
				<Property name={isPipeline ? 'Writes' : 'After'}>
					{preview === null ? (
						`Not known: there is no preview of version ${spec.version} as it is saved.`
					) : outputs.isLoading ? (
						'Loading…'
					) : outputs.isError ? (
						`Not known: ${errorFacts(outputs.error).message}`
					) : (
						<>
							{isPipeline ? countOf(targets.length, 'dataset') : countOf(preview.rows ?? 0, 'row')} in the preview of
							version {spec.version} <RelativeTime iso={preview.createdAt} />
							<Targets targets={targets} />
						</>
					)}
				</Property>
				{!isPipeline && (
					<Property name="Columns">
						{!columns.data?.length ? (
							(columns.isFetching && 'Looking…') || 'Columns are known after the run.'
						) : now ? (
							<Changes changes={columnChanges(now.columns, columns.data)} of={spec.destination} />
						) : (
							columns.data.map(({ name }) => name).join(', ')
						)}
					</Property>
				)}
				{preview !== null && <ChecksProperty previewId={preview.id} />}
				<Property name="Read by">
					{specs.isPending ? (
						'Looking…'
					) : readers.length === 0 ? (
						'None of your BuildSpecs.'
					) : (
						<Stack component="ul">
							{readers.map((reader) => (
								<li key={reader.id}>
									<Link to={paths.buildSpec(reader.id)} target="_blank">
										{formatCoordinate(reader.destination)}
									</Link>
								</li>
							))}
						</Stack>
					)}
				</Property>
			</PropertyList>
			<Muted component="p">
				What cannot be seen from here: BuildSpecs of other people that read it, and what is done with its rows
				elsewhere.
			</Muted>
		</>
	);
}

/** What depends on it, in the order in which it would be built as well. */
function Downstream({ spec, build }: BuildSheetProps) {
	const isOffered = useOffers(getBuildPlan);
	const specs = useQuery(buildSpecsQuery);
	const { targets } = useSpecTargets(specs.data?.items);
	const statuses = useStatuses();
	if (!isOffered || specs.data === undefined || targets === undefined) return null;
	const { steps, circular } = downstreamOf(spec, specs.data.items, targets);
	const others = steps.slice(1);
	if (others.length + circular.length === 0) return null;
	return (
		<Stack gap={2}>
			{others.length > 0 && (
				<Checkbox
					label={`Also build what depends on it: ${countOf(others.length, 'dataset')}, in this order`}
					description="A branch stops at its first failure; the rest goes on."
					checked={build.downstream}
					onChange={(event) => build.setDownstream(event.currentTarget.checked)}
				/>
			)}
			<Stack component="ol" aria-label="Built downstream" style={{ maxHeight: '12rem', overflow: 'auto' }}>
				{others.map(({ builder: { spec: other } }) => (
					<Inline key={other.id} component="li" gap={[0, 2]}>
						<code>{formatCoordinate(other.destination)}</code>
						<DatasetStatusPanel status={statuses?.byKey.get(coordinateKey(other.destination))} />
					</Inline>
				))}
			</Stack>
			{circular.length > 0 && (
				<Muted component="p">
					Not built downstream, because they are built from each other or from what is:{' '}
					{[...new Set(circular.map((other) => formatCoordinate(other.spec.destination)))].join(', ')}
				</Muted>
			)}
		</Stack>
	);
}

const Targets = ({ targets }: { targets: readonly PipelineTarget[] }) =>
	targets.length === 0 ? null : (
		<Stack component="ul" aria-label="Datasets this build writes">
			{targets.map(({ coordinate, rows }) => (
				<li key={formatCoordinate(coordinate)}>
					<code>{formatCoordinate(coordinate)}</code>: <RowsNow dataset={coordinate} />{' '}
					{rows === null ? 'after: row count unknown' : `after: ${countOf(rows, 'row')}`}
				</li>
			))}
		</Stack>
	);

/** "now: 120 rows," */
function RowsNow({ dataset }: { dataset: PipelineTarget['coordinate'] }) {
	const { data } = useQuery({ ...schemaQuery(dataset), enabled: useOffers(getSchema) });
	if (data === undefined) return null;
	return <>{data === null ? 'doesn’t exist yet,' : `now: ${countOf(data.rows, 'row')},`}</>;
}

/** What the checks said of the last preview of what is saved. */
function ChecksProperty({ previewId }: { previewId: string }) {
	const { data } = useQuery({ ...runChecksQuery(previewId), enabled: useOffers(listRunChecks) });
	if (data === undefined || data.items.length === 0) return null;
	return (
		<Property name="Checks">
			<Link to={`${paths.run(previewId)}?view=checks`} target="_blank">
				{checksSummary(data.items)}
			</Link>{' '}
			in the preview
		</Property>
	);
}

function Present({ dataset }: { dataset: DatasetSchema | null }) {
	if (dataset === null) return 'Nothing: there is no such dataset.';
	const { rows, columns, bytes, updatedAt, builtBy } = dataset;
	const version = builtBy?.version ?? null;
	return (
		<>
			{countOf(rows, 'row')}, {countOf(columns.length, 'column')}, {formatBytes(bytes)}, from{' '}
			<RelativeTime iso={updatedAt} />
			{version === null ? '' : `, built by version ${version}`}
		</>
	);
}

/** BuildSpecs that read a column which will be gone. */
const BrokenBy = ({ specs }: { readonly specs: readonly BuildSpec[] }) =>
	specs.length === 0 ? null : (
		<Text tone="error">
			, which {specs.map(({ destination }) => formatCoordinate(destination)).join(', ')} read
			{specs.length === 1 ? 's' : ''}
		</Text>
	);

interface ChangesProps {
	readonly changes: ColumnChanges;
	/** The dataset whose columns they are. */
	readonly of: DatasetCoordinate;
}

function Changes({ changes: { added, removed, retyped, kept }, of }: ChangesProps) {
	const { byColumn } = useColumnReaders(of);
	if (added.length + removed.length + retyped.length === 0) return kept === 1 ? 'The same one.' : `The same ${kept}.`;
	const lines = [
		...removed.map((column) => ({ ...column, label: 'removed', tone: 'error' as const })),
		...retyped.map((column) => ({ ...column, label: 'other type', tone: 'warning' as const })),
		...added.map((column) => ({ ...column, label: 'added', tone: 'success' as const })),
	];
	return (
		<Stack component="ul">
			{lines.map(({ label, tone, name, type }) => (
				<li key={`${label} ${name}`}>
					<Text tone={tone}>{label}</Text> <code>{name}</code> {type}
					{tone === 'error' && <BrokenBy specs={byColumn.get(name.toLowerCase()) ?? []} />}
				</li>
			))}
			{kept > 0 && <li>{kept === 1 ? 'one stays as it is' : `${kept} stay as they are`}</li>}
		</Stack>
	);
}
