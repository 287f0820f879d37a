import { Tabs } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import classes from './output-views.module.css';

/** The ways to look at a run; `result` is of a build, `grid` to `chart` are of one output's rows. */
const words = {
	result: 'Result',
	grid: 'Grid',
	profile: 'Profile',
	chart: 'Chart',
	compare: 'Compare',
	code: 'Code',
	log: 'Log',
} as const;
export type OutputView = keyof typeof words;

/** The views of an output's rows, in the order of their tabs. A view is here once it has a body in `output-body.tsx`. */
export const rowViews: readonly OutputView[] = ['grid', 'profile', 'chart'];

export interface Viewing {
	readonly views: readonly OutputView[];
	readonly view: OutputView;
	readonly show: (view: OutputView) => void;
	/** What the tabs and their panel know each other by. */
	readonly id: string;
}

/** Which of the views is shown, by the address; the first where it names none that there is. */
export function useViewing(views: readonly OutputView[]): Viewing {
	const id = useId();
	const [params, setParams] = useSearchParams();
	const view = views.find((it) => it === params.get('view')) ?? views[0] ?? 'grid';
	const show = (next: OutputView) =>
		setParams(
			(before) => {
				if (next === views[0]) before.delete('view');
				else before.set('view', next);
				return before;
			},
			{ replace: true, preventScrollReset: true },
		);
	return { views, view, show, id };
}

/** The tabs of the views. */
export function ViewTabs({ viewing }: { viewing: Viewing }) {
	const { views, view, show, id } = viewing;
	return (
		<Tabs
			id={id}
			value={view}
			onChange={(next) => {
				const found = views.find((it) => it === next);
				if (found !== undefined) show(found);
			}}
			className={classes.tabs ?? ''}
		>
			<Tabs.List aria-label="Views">
				{views.map((it) => (
					<Tabs.Tab
						key={it}
						value={it}
						id={tabId(id, it)}
						className={classes.tab ?? ''}
						aria-controls={it === view ? panelId(id) : undefined}
					>
						{words[it]}
					</Tabs.Tab>
				))}
			</Tabs.List>
		</Tabs>
	);
}

/** What the chosen tab shows, in the remaining height. */
export const ViewPanel = ({ viewing: { id, view }, children }: { viewing: Viewing; children: ReactNode }) => (
	<div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id, view)} className={classes.panel}>
		{children}
	</div>
);

const panelId = (id: string): string => `${id}-panel`;
const tabId = (id: string, view: OutputView): string => `${id}-tab-${view}`;
