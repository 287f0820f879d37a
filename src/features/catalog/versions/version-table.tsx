import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DatasetSchema } from '#contract/dataset.ts';
import { type DatasetVersion, restoreDatasetVersion } from '#contract/dataset-version.ts';
import { viewRows } from '#contract/rows/queries.ts';
import { getStatus } from '#contract/status.ts';
import { useCommands } from '../../../lib/commands.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { retentionQuery, versionsQuery } from '../../names/dataset-version-queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { RestoreVersionPanel } from '../../names/restore-version-panel.tsx';
import { useStatusOf } from '../../names/status-queries.ts';
import { FailedChecksPanel } from '../../runs/failed-checks-panel.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { BuildLine } from './build-line.tsx';
import { columnChanges } from './column-changes.ts';

const headers = [
	'Version',
	'Change',
	'Created',
	{ label: 'Rows', isNumeric: true },
	{ label: 'Size', isNumeric: true },
	'Columns',
	{ label: 'Actions', isHidden: true },
];

export function VersionTable({ schema }: { schema: DatasetSchema }) {
	const versions = useQuery(versionsQuery(schema));
	const canCompare = useOffers(viewRows);
	const canRestore = useOffers(restoreDatasetVersion) && schema.access === 'write';
	const [restoring, setRestoring] = useState<{ readonly version: number; readonly isUndo: boolean } | null>(null);
	const [last, before] = versions.data?.items ?? [];
	const canUndo = canRestore && last?.version === schema.version && last.cause === 'build' && before !== undefined;
	const undo = () => before !== undefined && setRestoring({ version: before.version, isUndo: true });
	useCommands(canUndo ? [{ id: 'undo', label: `Undo version ${schema.version}…`, run: undo }] : []);
	if (versions.isPending) return <LoadingRows rows={4} />;
	if (versions.data === undefined) return <QueryErrorPanel title="Couldn’t load the history" query={versions} />;
	const { items } = versions.data;
	return (
		<Box component="section" fill scroll pb={5} aria-label="History" tabIndex={0}>
			<Retention />
			<FailedSince dataset={schema} />
			<SimpleTable hover cards="lines" aria-label="Versions" columns={headers}>
				<tbody>
					{items.map((item, index) => {
						const isCurrent = item.version === schema.version;
						const before = items[index + 1];
						return (
							<tr key={item.version}>
								<td>
									<Link to={isCurrent ? paths.dataset(schema) : paths.datasetVersion(schema, item.version)}>
										Version {item.version}
									</Link>
									{isCurrent && <Muted> · current</Muted>}
								</td>
								<td>
									<Cause item={item} />
								</td>
								<Muted component="td">
									<RelativeTime iso={item.at} />
									{item.by !== null && ` by ${item.by}`}
								</Muted>
								<td data-label="Rows" data-numeric>
									{formatCount(item.rows)}
									{before !== undefined && <Difference by={item.rows - before.rows} />}
								</td>
								<Muted component="td" data-label="Size" data-numeric>
									{formatBytes(item.bytes)}
								</Muted>
								<td data-label="Columns">
									<Columns item={item} before={before} />
								</td>
								<td>
									<Inline gap={1} justify="end" nowrap>
										{canCompare && before !== undefined && (
											<CompactButton
												component={Link}
												to={paths.compareVersions(schema, before.version, item.version)}
												aria-label={`Show changes in version ${item.version}`}
											>
												{' '}
												Show changes
											</CompactButton>
										)}
										{canCompare && !isCurrent && (
											<CompactButton
												component={Link}
												to={paths.compareVersions(schema, item.version, schema.version)}
												aria-label={`Compare version ${item.version} with current`}
											>
												Compare
											</CompactButton>
										)}
										{canUndo && isCurrent && (
											<CompactButton aria-label={`Undo version ${item.version}…`} onClick={undo}>
												Undo…
											</CompactButton>
										)}
										{canRestore && !isCurrent && (
											<CompactButton
												aria-label={`Restore version ${item.version}…`}
												onClick={() => setRestoring({ version: item.version, isUndo: false })}
											>
												Restore…
											</CompactButton>
										)}
									</Inline>
								</td>
							</tr>
						);
					})}
				</tbody>
			</SimpleTable>
			<RestoreVersionPanel
				schema={schema}
				version={restoring?.version ?? null}
				isUndo={restoring?.isUndo ?? false}
				onClose={() => setRestoring(null)}
			/>
		</Box>
	);
}

function Retention() {
	const { data } = useQuery({ ...retentionQuery, enabled: useOffers(getStatus) });
	if (data == null) return null;
	const { versions, days } = data;
	return (
		<Muted component="p" pb={2}>
			The service keeps the last {versions === 1 ? 'version' : `${formatCount(versions)} versions`} and all versions
			from the last {days === 1 ? 'day' : countOf(days, 'day')}.
		</Muted>
	);
}

/** A failed build after the current version, which produced none. */
function FailedSince({ dataset }: { readonly dataset: DatasetSchema }) {
	const status = useStatusOf(dataset);
	const failed = status?.state === 'failed' ? status.lastBuild : null;
	if (status === null || failed === null) return null;
	return (
		<Box pb={2}>
			<Notice
				tone="error"
				isSilent
				title={
					<>
						A build by {failed.by} failed <RelativeTime iso={failed.at} /> and created no version
					</>
				}
				action={
					failed.runId !== null && (
						<Inline gap={[1, 3]}>
							<FailedChecksPanel buildRunId={failed.runId} />
							<Link to={paths.run(failed.runId)}>Open failed build</Link>
						</Inline>
					)
				}
			>
				{failed.message}
			</Notice>
		</Box>
	);
}

function Cause({ item: { cause, runId, builtBy, restoredFrom, failedChecks = 0 } }: { item: DatasetVersion }) {
	const { user } = useScope();
	if (cause === 'restored') return <>Restored from version {restoredFrom}</>;
	if (cause !== 'build') return <>{{ created: 'Created', ingestion: 'Ingestion', wiped: 'Wiped' }[cause]}</>;
	return (
		<>
			{builtBy === null ? 'Build' : <BuildLine built={builtBy} />}
			{failedChecks > 0 && ', '}
			{failedChecks > 0 &&
				(runId !== null && builtBy?.by === user ? (
					<Link to={`${paths.run(runId)}?view=checks`}>{countOf(failedChecks, 'check')} failed</Link>
				) : (
					`${countOf(failedChecks, 'check')} failed`
				))}
		</>
	);
}

const Difference = ({ by }: { by: number }) =>
	by === 0 ? null : (
		<Text tone={by < 0 ? 'warning' : 'muted'}>
			{' '}
			{by < 0 ? '−' : '+'}
			{formatCount(Math.abs(by))}
		</Text>
	);

function Columns({ item, before }: { item: DatasetVersion; before: DatasetVersion | undefined }) {
	const changes = before === undefined ? [] : columnChanges(before.columns, item.columns);
	return (
		<>
			{formatCount(item.columns.length)}
			{changes.length > 0 && <Muted breaks> {changes.join('; ')}</Muted>}
		</>
	);
}

export function EarlierVersionLabel({ schema, current }: { schema: DatasetSchema; current: DatasetSchema }) {
	const canCompare = useOffers(viewRows);
	const canRestore = useOffers(restoreDatasetVersion) && current.access === 'write';
	const [restoring, setRestoring] = useState(false);
	return (
		<Box role="status" aria-label="Version shown" my={1}>
			<Notice
				tone="warning"
				isSilent
				title={
					<>
						Version {formatCount(schema.version)} of {formatCount(current.version)}, from{' '}
						<RelativeTime iso={schema.updatedAt} />
					</>
				}
				action={
					<Inline gap={[1, 3]}>
						<Link to={paths.dataset(current)}>Go to current version</Link>
						{canCompare && (
							<Link to={paths.compareVersions(current, schema.version, current.version)}>Compare with current</Link>
						)}
						{canRestore && <CompactButton onClick={() => setRestoring(true)}>Restore…</CompactButton>}
					</Inline>
				}
			/>
			<RestoreVersionPanel
				schema={current}
				version={restoring ? schema.version : null}
				onClose={() => setRestoring(false)}
			/>
		</Box>
	);
}
