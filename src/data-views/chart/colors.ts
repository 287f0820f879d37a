/** All colors of a chart. They're inlined, so that an exported chart looks the same. */
export interface ChartColors {
	readonly text: string;
	readonly muted: string;
	readonly line: string;
	readonly paper: string;
	/** Distinguishable from each other and from the background; `maxSeries` of them. */
	readonly series: readonly string[];
	/** From low to high. */
	readonly ramp: readonly [string, string];
}

const light: ChartColors = {
	text: '#1a1d21',
	muted: '#5b626a',
	line: '#d8dbdf',
	paper: '#ffffff',
	series: ['#4c5bd0', '#c2500a', '#0b7a6b', '#a3207f', '#8a6500', '#1273b8', '#b3261e', '#5d6570'],
	ramp: ['#c3caf6', '#27308a'],
};

const dark: ChartColors = {
	text: '#dfe2e6',
	muted: '#a0a7b0',
	line: '#343a41',
	paper: '#1d2025',
	series: ['#9fabf5', '#f5a25d', '#4fd1bd', '#ee8fd3', '#e2c04d', '#6cc1f2', '#ff9b92', '#b4bac2'],
	ramp: ['#2f3768', '#d3d9ff'],
};

export const chartColors = (scheme: 'light' | 'dark'): ChartColors => (scheme === 'dark' ? dark : light);
