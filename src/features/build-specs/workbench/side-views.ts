/** What can be looked at beside the code; where there is no room beside it, the code is one of them. */
export const sideLabels = {
	code: 'Code',
	sources: 'Sources',
	columns: 'Columns',
	checks: 'Checks',
	versions: 'Versions',
	runs: 'Runs',
	history: 'History',
} as const;
export type SideView = keyof typeof sideLabels;
