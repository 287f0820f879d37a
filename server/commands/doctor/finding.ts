export interface Finding {
	readonly what: string;
	readonly state: 'ok' | 'warn' | 'fail';
	readonly details: string;
	/** What to do about it; absent if nothing. */
	readonly remedy?: string;
}

export const ok = (what: string, details: string): Finding => ({ what, state: 'ok', details });
export const warn = (what: string, details: string, remedy: string): Finding => ({
	what,
	state: 'warn',
	details,
	remedy,
});
export const fail = (what: string, details: string, remedy: string): Finding => ({
	what,
	state: 'fail',
	details,
	remedy,
});

const widest = 20;

export function tableOf(findings: readonly Finding[]): string[] {
	const lines = findings.flatMap(({ what, state, details, remedy }) => [
		`${state.padEnd(4)}  ${what.padEnd(widest)}  ${details}`,
		...(remedy === undefined ? [] : [`${''.padEnd(4)}  ${''.padEnd(widest)}  → ${remedy}`]),
	]);
	const counts = (['fail', 'warn'] as const).map((state) => findings.filter((each) => each.state === state).length);
	const [failed = 0, warned = 0] = counts;
	const words = [
		...(failed > 0 ? [`${failed} failed`] : []),
		...(warned > 0 ? [`${warned} ${warned === 1 ? 'warning' : 'warnings'}`] : []),
	];
	return [...lines, '', words.length === 0 ? 'No problems found.' : `${findings.length} checks: ${words.join(', ')}.`];
}
