import { memo } from 'react';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { type Viewing, ViewPanel, ViewTabs } from '../../../ui/views.tsx';
import { RunListPanel } from '../../runs/run-list-panel.tsx';
import type { Saved } from '../work.ts';
import classes from './side-pane.module.css';
import { SideSources } from './side-sources.tsx';
import { type SideDraft, SideVersions } from './side-versions.tsx';
import { type SideView, sideWords } from './side-views.ts';

export interface SidePaneProps {
	readonly sources: readonly DatasetCoordinate[];
	/** Null for a text that belongs to no BuildSpec: it has neither versions nor runs. */
	readonly saved: Saved | null;
	/** What is not saved of it; null where nothing is. */
	readonly draft: SideDraft | null;
	readonly description: Description | null;
	/** The run that the preview shows. */
	readonly shownRun: string | null;
	readonly viewing: Viewing<SideView>;
	/** Its tabs are drawn elsewhere. */
	readonly isWithoutTabs: boolean;
	/** Writes a name at the cursor. */
	readonly onName: (name: string) => void;
}

/** What is looked at beside the code: what it reads, what was saved before, and what ran. */
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
						<ViewTabs viewing={viewing} words={sideWords} label="Beside the code" />
					</Box>
					<ViewPanel viewing={viewing}>{content}</ViewPanel>
				</>
			)}
		</Stack>
	);
});
