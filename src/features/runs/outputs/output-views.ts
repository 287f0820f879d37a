import { createContext } from 'react';
import type { RowSource } from '../../../rows/index.ts';
import type { OutputItem } from '../output-item.ts';

/** The ways to look at a run; `result` is of a build, `grid` to `chart` are of one output's rows. */
export const viewLabels = {
	result: 'Result',
	grid: 'Rows',
	profile: 'Profile',
	chart: 'Chart',
	compare: 'Compare',
	checks: 'Checks',
	code: 'Code',
	plan: 'Query plan',
	log: 'Log',
} as const;
export type OutputView = keyof typeof viewLabels;

/** The views of an output's rows, in the order of their tabs. */
export const rowViews: readonly OutputView[] = ['grid', 'profile', 'chart'];

/** Under which name this browser keeps the chart that was drawn last of what is previewed; null: it isn't kept. */
export const KeptChart = createContext<string | null>(null);

/** What a view of an output's rows is given. It fills its parent, which has a height. */
export interface OutputBodyProps {
	readonly item: OutputItem;
	readonly source: RowSource;
}
