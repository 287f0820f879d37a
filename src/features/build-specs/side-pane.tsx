import { type Viewing, ViewPanel, ViewTabs } from '../../ui/views.tsx';
import { RunListPanel } from '../runs/run-list-panel.tsx';
import classes from './side-pane.module.css';
import { SideSources } from './side-sources.tsx';
import { SideVersions } from './side-versions.tsx';
import { type SideView, sideWords } from './side-views.ts';
import type { Bench } from './use-bench.ts';
import type { Saved } from './work.ts';

export interface SidePaneProps {
	readonly bench: Bench;
	/** Null for a text that belongs to no BuildSpec: it has neither versions nor runs. */
	readonly saved: Saved | null;
	readonly viewing: Viewing<SideView>;
	/** Its tabs are drawn elsewhere. */
	readonly isWithoutTabs: boolean;
	/** Writes a name at the cursor. */
	readonly onName: (name: string) => void;
}

/** What is looked at beside the code: what it reads, what was saved before, and what ran. */
export function SidePane({ bench, saved, viewing, isWithoutTabs, onName }: SidePaneProps) {
	const { view } = viewing;
	const content = (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
		<div className={classes.scroll} tabIndex={0}>
			{view === 'sources' && <SideSources sources={bench.definition.sources} onName={onName} />}
			{view === 'versions' && saved !== null && <SideVersions bench={bench} saved={saved} />}
			{view === 'runs' && saved !== null && <RunListPanel buildSpecId={saved.value.id} shownId={bench.preview.runId} />}
		</div>
	);
	return (
		<section className={classes.pane} aria-label="Beside the code">
			{isWithoutTabs ? (
				content
			) : (
				<>
					<div className={classes.tabs}>
						<ViewTabs viewing={viewing} words={sideWords} label="Beside the code" />
					</div>
					<ViewPanel viewing={viewing}>{content}</ViewPanel>
				</>
			)}
		</section>
	);
}
