/** The ways to look at a run; `result` is of a build, `grid` to `chart` are of one output's rows. */
export const viewWords = {
	result: 'Result',
	grid: 'Grid',
	profile: 'Profile',
	chart: 'Chart',
	compare: 'Compare',
	code: 'Code',
	log: 'Log',
} as const;
export type OutputView = keyof typeof viewWords;

/** The views of an output's rows, in the order of their tabs. A view is here once it has a body in `output-body.tsx`. */
export const rowViews: readonly OutputView[] = ['grid', 'profile', 'chart'];
