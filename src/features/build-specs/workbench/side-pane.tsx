import { IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import type { ColumnLineage, Definition } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { type Viewing, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { DatasetGlancePanel } from '../../names/dataset-glance-panel.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { RunListPanel } from '../../runs/run-list-panel.tsx';
import { useScope } from '../../session/queries.ts';
import { SideChecks } from '../checks/side-checks.tsx';
import { ColumnLineagePanel } from '../column-lineage-panel.tsx';
import { PipelineColumns } from '../pipelines/pipeline-columns.tsx';
import { useBrokenVersions } from '../versions/use-broken-versions.ts';
import { type HistoryLine, useHistory } from '../versions/versions.ts';
import type { Saved } from '../work.ts';
import classes from './side-pane.module.css';
import { type SideView, useSideLabels } from './side-views.ts';

interface SideDraft {
	/** When the restored draft was stored, ms since 1970; null if none was restored. */
	readonly restoredAt: number | null;
	readonly baseVersion: number | null;
	readonly isStored: boolean;
}

interface SidePaneProps {
	readonly sources: readonly DatasetCoordinate[];
	/** Null if invalid. */
	readonly destination: DatasetCoordinate | null;
	/** Null without a BuildSpec: no versions or runs. */
	readonly saved: Saved | null;
	readonly draft: SideDraft | null;
	readonly shownRun: string | null;
	/** Lineage from the last check; null if unknown. */
	readonly lineage: ColumnLineage | null;
	/** The definition if it's a pipeline, otherwise null. */
	readonly pipeline: Definition | null;
	/** Edited checks; undefined if unchanged. */
	readonly checks: readonly Check[] | undefined;
	readonly onChecks: (checks: readonly Check[] | undefined) => void;
	/** Earlier runs of a text without a BuildSpec; null if not stored. */
	readonly history: ReactNode;
	readonly viewing: Viewing<SideView>;
	/** Whether its tabs are shown elsewhere. */
	readonly isWithoutTabs: boolean;
	readonly onName: (name: string) => void;
}

export const SidePane = memo((props: SidePaneProps) => {
	const {
		sources,
		destination,
		saved,
		draft,
		shownRun,
		lineage,
		pipeline,
		checks,
		onChecks,
		history,
		viewing,
		isWithoutTabs,
		onName,
	} = props;
	const { view } = viewing;
	const labels = useSideLabels(shownRun, { specId: saved?.value.id ?? null, edited: checks });
	const content = (
		<Box fill scroll className={classes.scroll} tabIndex={0}>
			{view === 'sources' && <SideSources sources={sources} onName={onName} />}
			{view === 'columns' &&
				(pipeline === null ? (
					<SideColumns lineage={lineage} />
				) : (
					<PipelineColumns definition={pipeline} runId={shownRun} />
				))}
			{view === 'checks' && (
				<SideChecks
					spec={saved?.value ?? null}
					shownRun={shownRun}
					destination={destination}
					columns={columnsOf(lineage)}
					edited={checks}
					onEdit={onChecks}
				/>
			)}
			{view === 'history' && history}
			{view === 'versions' && saved !== null && <SideVersions saved={saved} draft={draft} />}
			{view === 'runs' && saved !== null && <RunListPanel spec={saved.value} shownId={shownRun} />}
		</Box>
	);
	return (
		<Stack component="section" fill className={classes.pane} aria-label="Side panel">
			{isWithoutTabs ? (
				content
			) : (
				<>
					<Box px={2} rigid>
						<ViewTabs viewing={viewing} labels={labels} label="Side panel" />
					</Box>
					<ViewPanel viewing={viewing}>{content}</ViewPanel>
				</>
			)}
		</Stack>
	);
});

/** Sources expanded at first: as many as usually fit. */
const firstOpen = 3;

function SideSources({ sources, onName }: { sources: readonly DatasetCoordinate[]; onName: (name: string) => void }) {
	if (sources.length === 0) {
		return (
			<Muted component="p" measure>
				No sources yet. Add a source above to see its columns and sample values.
			</Muted>
		);
	}
	const different = [...new Map(sources.map((source) => [coordinateKey(source), source])).values()];
	return different.map((coordinate, index) => (
		<details key={coordinateKey(coordinate)} className={classes.source} open={index < firstOpen}>
			<Inline component="summary" gap={1} nowrap className={classes.summary}>
				<IconChevronRight size={14} aria-hidden className={classes.sign} />
				<Text weight="strong" mono clip className={classes.dataset} title={formatCoordinate(coordinate)}>
					{coordinate.namespace}.{coordinate.datasetName}
				</Text>
			</Inline>
			<DatasetGlancePanel dataset={coordinate} onColumn={onName} />
			<Link
				to={paths.dataset(coordinate)}
				className={classes.open}
				aria-label={`Open dataset ${formatCoordinate(coordinate)}`}
			>
				Open dataset
			</Link>
		</details>
	));
}

const columnsOf = (lineage: ColumnLineage | null): string[] => lineage?.columns.map(({ column }) => column) ?? [];

const SideColumns = ({ lineage }: Pick<SidePaneProps, 'lineage'>) =>
	lineage === null ? (
		<Muted component="p" measure>
			Once the code is valid, the source of each column appears here if the SQL engine can determine it.
		</Muted>
	) : (
		<ColumnLineagePanel lineage={lineage} />
	);

type SideVersionsProps = Pick<SidePaneProps, 'draft'> & { readonly saved: Saved };

function SideVersions({ saved, draft }: SideVersionsProps) {
	const { id, version } = saved.value;
	const { keeps, listed, newest = version, lines, readable } = useHistory(saved.value);
	const broken = useBrokenVersions(useScope(), id, readable);
	const { refetch } = listed;
	// Someone saved a version newer than the listed ones.
	useEffect(() => {
		if (newest < version) void refetch();
	}, [newest, version, refetch]);

	if (keeps && listed.isPending) return <LoadingRows rows={3} />;
	const right = draft !== null ? 'draft' : String(version);
	return (
		<>
			{listed.isError && <QueryErrorPanel title="Couldn’t load versions from the service" query={listed} />}
			<Stack component="ul" aria-label="Versions">
				{draft !== null && (
					<Row
						number="draft"
						tone="warning"
						label={`${draft.isStored ? 'stored in this browser' : 'not stored'}${draft.baseVersion === null ? '' : `, based on version ${draft.baseVersion}`}`}
						at={draft.restoredAt === null ? null : new Date(draft.restoredAt).toISOString()}
					/>
				)}
				{lines.map((line) =>
					line.kind === 'version' ? (
						<Row
							key={line.version}
							number={`v${line.version}`}
							label={
								<>
									{line.name !== '' && <Text weight="strong">{line.name}: </Text>}
									{line.message === '' ? '' : `${line.message.split('\n')[0]} · `}
									{changeLabel(line)}
									{broken.has(line.version) && <Text tone="error"> · has errors</Text>}
								</>
							}
							at={line.savedAt}
						>
							{String(line.version) !== right && readable.includes(line.version) && (
								<Link
									to={paths.versions(id, { left: String(line.version), right })}
									aria-label={`Compare version ${line.version} with ${right === 'draft' ? 'the draft' : 'the saved version'}`}
								>
									Compare
								</Link>
							)}
						</Row>
					) : null,
				)}
			</Stack>
			<Link to={paths.versions(id)} className={classes.open}>
				All versions
			</Link>
		</>
	);
}

function changeLabel({ author, change, current }: Extract<HistoryLine, { kind: 'version' }>): string {
	const text = change === null ? 'saved' : author === null ? change : `${change} by ${author}`;
	return current ? `${text}, current version` : text;
}

interface RowProps {
	readonly number: string;
	readonly tone?: 'warning';
	readonly label: ReactNode;
	readonly at: string | null;
	readonly children?: ReactNode;
}

const Row = ({ number, tone, label, at, children }: RowProps) => (
	<Inline component="li" gap={3} nowrap align="baseline" ruled="below" py={1} style={{ minHeight: 'var(--row)' }}>
		<Text mono rigid tone={tone} style={{ minWidth: '2.5rem' }}>
			{number}
		</Text>
		<Text fill breaks>
			{label}
		</Text>
		{at !== null && (
			<Muted rigid>
				<RelativeTime iso={at} />
			</Muted>
		)}
		{children}
	</Inline>
);
