import { createContext } from 'react';
import type { RowSource } from '../../../rows/index.ts';
import type { OutputItem } from '../output-item.ts';

/** Views of a run. `result` is for a build; `grid` to `chart` show an output's rows. */
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

export const rowViews: readonly OutputView[] = ['grid', 'profile', 'chart'];

/** Key under which this browser stores the preview's last chart; null: not stored. */
export const ChartStorageKey = createContext<string | null>(null);

/** Props of a view of an output's rows. It fills its parent, which needs a height. */
export interface OutputBodyProps {
	readonly item: OutputItem;
	readonly source: RowSource;
}
