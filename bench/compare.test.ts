import { expect, test } from 'vitest';
import { compareWithBefore } from './compare.ts';

const machine = '2 × Processor, 24 GB, Node 20.20.2';
const taken = (load: string) =>
	`2026-11-23, ${machine}; \`npm run bench -- --quick load\`, 26 s; before: load average 1.0, after: load average ${load}.`;
const page = (line: string) => `# Benchmarks

## load

${line}

|  | measured | floor | claim | limit |  |
| --- | --- | --- | --- | --- | --- |
| cold load: rows | 300 ms, 1.50 × | 200 ms | ≤ 1.5 × |  | holds |
| heap \\| worker | 20.0 MB |  | ≤ 60 MB |  | holds |
| frames | 6.7 % | 1.6 % | ≤ 5 points |  | holds |
`;
const row = (what: string, measured: string, floor = '') => ({ what, measured, floor, claim: '', holds: true });
const compare = (before: string, ...rows: ReturnType<typeof row>[]) =>
	compareWithBefore(before, [{ part: 'load', taken: taken('1.2'), rows }], machine);

test('reports a figure that grew by more than a tenth relative to its floor', () => {
	const { losses } = compare(page(taken('1.1')), row('cold load: rows', '340 ms, 1.70 ×', '200 ms'));
	expect(losses).toEqual(['cold load: rows: 340 ms, 1.70 ×, before 300 ms, 1.50 ×: 13 % more relative to its floor']);
});

test('reports nothing if only the machine is slower', () => {
	expect(compare(page(taken('1.1')), row('cold load: rows', '600 ms, 1.50 ×', '400 ms')).losses).toEqual([]);
});

test('compares memory without a floor directly, and shares not at all', () => {
	const { losses } = compare(page(taken('1.1')), row('heap | worker', '30.0 MB'), row('frames', '60 %', '1.6 %'));
	expect(losses).toEqual(['heap | worker: 30.0 MB, before 20.0 MB: 50 % more']);
});

test.each([
	['', 'load: never measured before'],
	[page(taken('1.1').replace('24 GB', '64 GB')), 'load: measured on another machine before'],
	[page(taken('3.2, a busy machine')), 'load: measured on a busy machine before'],
	[page(taken('1.1').replace('--quick ', '')), 'load: measured with another command before'],
])('doesn’t compare a part if its previous run isn’t comparable', (before, reason) => {
	const compared = compare(before, row('cold load: rows', '900 ms', '200 ms'));
	expect(compared).toEqual({ losses: [], skipped: [reason] });
});
