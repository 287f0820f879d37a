import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { paths } from '../../../routing/paths.ts';
import { type Viewing, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { DatasetGlancePanel } from '../../names/dataset-glance-panel.tsx';
import { RunListPanel } from '../../runs/run-list-panel.tsx';
import type { Saved } from '../work.ts';
import classes from './side-pane.module.css';
import { type SideDraft, SideVersions } from './side-versions.tsx';
import { type SideView, sideLabels } from './side-views.ts';

export interface SidePaneProps {
	readonly sources: readonly DatasetCoordinate[];
	/** Null for a text that belongs to no BuildSpec: it has neither versions nor runs. */
	readonly saved: Saved | null;
	readonly draft: SideDraft | null;
	readonly description: Description | null;
	readonly shownRun: string | null;
	readonly viewing: Viewing<SideView>;
	/** Its tabs are drawn elsewhere. */
	readonly isWithoutTabs: boolean;
	readonly onName: (name: string) => void;
}

export const SidePane = memo((props: SidePaneProps) => {
	const { sources, saved, draft, description, shownRun, viewing, isWithoutTabs, onName } = props;
	const { view } = viewing;
	const content = (
		<Box fill scroll className={classes.scroll} tabIndex={0}>
			{view === 'sources' && <SideSources sources={sources} onName={onName} />}
			{view === 'versions' && saved !== null && <SideVersions saved={saved} draft={draft} description={description} />}
			{view === 'runs' && saved !== null && <RunListPanel buildSpecId={saved.value.id} shownId={shownRun} />}
		</Box>
	);
	return (
		<Stack component="section" fill className={classes.pane} aria-label="Beside the code">
			{isWithoutTabs ? (
				content
			) : (
				<>
					<Box px={2} rigid>
						<ViewTabs viewing={viewing} words={sideLabels} label="Beside the code" />
					</Box>
					<ViewPanel viewing={viewing}>{content}</ViewPanel>
				</>
			)}
		</Stack>
	);
});

/** Sources that are open at the beginning: as many as there is likely room for. */
const firstOpen = 3;

function SideSources({ sources, onName }: { sources: readonly DatasetCoordinate[]; onName: (name: string) => void }) {
	if (sources.length === 0) {
		return (
			<Muted component="p" measure>
				No sources yet. Name above what this reads; the columns and what their values are like then stand here.
			</Muted>
		);
	}
	const different = [...new Map(sources.map((source) => [coordinateKey(source), source])).values()];
	return different.map((coordinate, at) => (
		<details key={coordinateKey(coordinate)} className={classes.source} open={at < firstOpen}>
			<summary className={classes.summary}>
				<IconChevronRight size={14} aria-hidden className={classes.sign} />
				<Text weight="strong" mono clip className={classes.dataset} title={formatCoordinate(coordinate)}>
					{coordinate.namespace}.{coordinate.datasetName}
				</Text>
			</summary>
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
