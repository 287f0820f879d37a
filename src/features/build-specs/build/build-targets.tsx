import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { listRuns } from '#contract/build-run.ts';
import { type BuildSpec, checkBuildSpec } from '#contract/build-spec.ts';
import { getChecks, listRunChecks } from '#contract/check.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, getSchema, joinNames } from '#contract/dataset.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { checksSummary } from '../../names/check-model.ts';
import { schemaQuery } from '../../names/queries.ts';
import { runChecksQuery } from '../../runs/check-queries.ts';
import { outputsQuery, runsQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { checksQuery } from '../check-queries.ts';
import { useColumnReaders } from '../column-queries.ts';
import { isGitPipeline, targetsOf } from '../pipeline-queries.ts';
import { buildSpecsQuery } from '../queries.ts';
import { outputFor, specOutputsQuery } from '../spec-outputs.ts';
import { type BuildTarget, type ColumnChanges, columnChanges, previewOf, readersOf } from './build-model.ts';

const headers = ['Dataset', 'Rows', 'Columns', 'Checks', 'Read by'];
const afterRun = 'known after the build';

/** Targets shown at first, since each needs a few requests. */
const first = 20;

export function BuildTargets({ targets }: { readonly targets: readonly BuildTarget[] }) {
	const [limit, setLimit] = useState(first);
	return (
		<>
			<SimpleTable
				cards="lines"
				aria-label="Datasets this build writes"
				columns={headers}
				style={{ overflowWrap: 'break-word' }}
			>
				<tbody style={{ verticalAlign: 'top' }}>
					{targets.slice(0, limit).map((target) => (
						<tr key={coordinateKey(target.dataset)}>
							<th scope="row" style={{ minWidth: '14rem' }}>
								<code>
									<DatasetName {...target.dataset} />
								</code>
								<Current dataset={target.dataset} />
							</th>
							<td data-label="Rows">
								<TargetRows {...target} />
							</td>
							<td data-label="Columns">
								<Columns {...target} />
							</td>
							<td data-label="Checks">
								<Checks {...target} />
							</td>
							<td data-label="Read by">
								<Readers {...target} />
							</td>
						</tr>
					))}
				</tbody>
			</SimpleTable>
			{targets.length > limit && (
				<CompactButton onClick={() => setLimit(targets.length)}>
					Show all {countOf(targets.length, 'dataset')}
				</CompactButton>
			)}
		</>
	);
}

/** The full name, with a line break before the dataset's name if needed. */
const DatasetName = ({ owner, namespace, datasetName }: DatasetCoordinate) => (
	<>
		{joinNames([owner, namespace])}/<wbr />
		{datasetName}
	</>
);

/** The current dataset: undefined while unknown, null if it doesn't exist. */
export const useDatasetNow = (dataset: DatasetCoordinate) =>
	useQuery({ ...schemaQuery(dataset), enabled: useOffers(getSchema) });

function Current({ dataset }: { readonly dataset: DatasetCoordinate }) {
	const { data: now } = useDatasetNow(dataset);
	return now == null ? null : (
		<Muted size="small" component="p">
			Dataset version {now.version}, updated <RelativeTime iso={now.updatedAt} />
		</Muted>
	);
}

const useRuns = (spec: BuildSpec) => useQuery({ ...runsQuery(spec.id), enabled: useOffers(listRuns) });

export function TargetRows({ spec, dataset }: BuildTarget) {
	const { data: now, isLoading } = useDatasetNow(dataset);
	const runs = useRuns(spec);
	const preview = previewOf(spec, runs.data?.items ?? []);
	const isPipeline = isGitPipeline(spec.code.payload);
	const outputs = useQuery({ ...outputsQuery(preview?.id ?? ''), enabled: isPipeline && preview !== null });
	const key = coordinateKey(dataset);
	const target = targetsOf(outputs.data?.items ?? []).find(({ coordinate }) => coordinateKey(coordinate) === key);
	const after = preview === null ? null : isPipeline ? (target?.rows ?? null) : preview.rows;
	return (
		<Stack gap={0}>
			<span>
				{now === undefined ? (isLoading ? '…' : 'Unknown') : now === null ? 'New' : formatCount(now.rows)}
				{now === null && after === null ? ', rows ' : ' → '}
				{after === null || preview === null ? <Muted>{runs.isLoading ? '…' : afterRun}</Muted> : formatCount(after)}
			</span>
			{after !== null && preview !== null && (
				<Muted size="small">
					in a preview <RelativeTime iso={preview.createdAt} />
				</Muted>
			)}
		</Stack>
	);
}

function Columns({ spec, dataset }: BuildTarget) {
	const { data: now } = useDatasetNow(dataset);
	const canCheck = useOffers(checkBuildSpec);
	const hasPipelines = useOffers(checkPipeline);
	const made = useQuery({ ...specOutputsQuery(spec, hasPipelines), enabled: canCheck, staleTime: 0 });
	const before = now == null ? '' : formatCount(now.columns.length);
	const after = outputFor(made.data ?? [], dataset)?.columns ?? [];
	if (after.length === 0) {
		return (
			<>
				{before !== '' && `${before} → `}
				<Muted>{made.isFetching ? '…' : afterRun}</Muted>
			</>
		);
	}
	if (now == null)
		return (
			<span title={after.map(({ name }) => name).join('\n')} style={{ whiteSpace: 'nowrap' }}>
				{countOf(after.length, 'column')}
			</span>
		);
	const changes = columnChanges(now.columns, after);
	if (changes.added.length + changes.removed.length + changes.retyped.length === 0) return `${before}, unchanged`;
	return (
		<>
			{before} → {formatCount(after.length)}
			<Changes changes={changes} dataset={dataset} />
		</>
	);
}

interface ChangesProps {
	readonly changes: ColumnChanges;
	readonly dataset: DatasetCoordinate;
}

function Changes({ changes: { added, removed, retyped }, dataset }: ChangesProps) {
	const lines = [
		...removed.map((column) => ({ ...column, label: 'removed', tone: 'error' as const })),
		...retyped.map((column) => ({ ...column, label: 'type changed', tone: 'warning' as const })),
		...added.map((column) => ({ ...column, label: 'added', tone: 'success' as const })),
	];
	return (
		<Stack component="ul">
			{lines.map(({ label, tone, name, type }) => (
				<li key={`${label} ${name}`}>
					<Text tone={tone}>{label}</Text> <code>{name}</code> {type}
					{tone === 'error' && <BrokenBy dataset={dataset} column={name} />}
				</li>
			))}
		</Stack>
	);
}

/** BuildSpecs that read a column that will be removed. Requested only for such columns. */
function BrokenBy({ dataset, column }: { readonly dataset: DatasetCoordinate; readonly column: string }) {
	const users = useColumnReaders(dataset).byColumn.get(column.toLowerCase());
	return users === undefined || users.direct.length === 0 ? null : (
		<Text tone="error">
			, read by {users.direct.map(({ destination }) => formatCoordinate(destination)).join(', ')}
			{users.further.length > 0 &&
				`, and by ${countOf(users.further.length, 'more BuildSpec')} through columns derived from it`}
		</Text>
	);
}

/** Checks apply to the destination only, not to a pipeline's other datasets. */
function Checks({ spec, dataset }: BuildTarget) {
	const isDestination = coordinateKey(dataset) === coordinateKey(spec.destination);
	const { data: now } = useDatasetNow(dataset);
	const runs = useRuns(spec);
	const items = runs.data?.items ?? [];
	const canSee = useOffers(listRunChecks) && isDestination;
	const checks = useQuery({ ...checksQuery(spec.id), enabled: useOffers(getChecks) && isDestination });
	// Only the user who started a run can read its check results.
	const builtBy = items.find(({ id }) => id === now?.builtBy?.runId)?.id;
	const preview = previewOf(spec, items)?.id;
	const before = useQuery({ ...runChecksQuery(builtBy ?? ''), enabled: canSee && builtBy !== undefined });
	const after = useQuery({ ...runChecksQuery(preview ?? ''), enabled: canSee && preview !== undefined });
	const count = checks.data?.checks.length ?? 0;
	const summary = (query: typeof before) =>
		query.data === undefined || query.data.items.length === 0 ? null : checksSummary(query.data.items);
	const [was, will] = [summary(before), summary(after)];
	if (count === 0 && was === null) return <Muted>None</Muted>;
	return (
		<Stack gap={0}>
			{was !== null && <span>Now: {was}</span>}
			{count === 0 ? (
				<span>After the build: none</span>
			) : will !== null && preview !== undefined ? (
				<span>
					In the latest preview:{' '}
					<Link to={`${paths.run(preview)}?view=checks`} target="_blank">
						{will}
					</Link>
				</span>
			) : (
				<span>{countOf(count, 'check')}, not run yet</span>
			)}
		</Stack>
	);
}

function Readers({ spec, dataset }: BuildTarget) {
	const specs = useQuery(buildSpecsQuery);
	const readers = readersOf([dataset], spec.id, specs.data?.items ?? []);
	if (readers.length === 0) return <Muted>{specs.isPending ? '…' : 'None of your BuildSpecs'}</Muted>;
	return (
		<Stack component="ul">
			{readers.map((reader) => (
				<li key={reader.id}>
					<Link to={paths.buildSpec(reader.id)} target="_blank">
						<DatasetName {...reader.destination} />
					</Link>
				</li>
			))}
		</Stack>
	);
}
