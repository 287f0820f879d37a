import { busyWords } from './machine.ts';
import type { Section } from './report.ts';
import type { Row } from './table.ts';

/** Tolerated deterioration between runs; smaller differences are noise of the machine. */
const allowed = 0.1;
/** Smaller differences are noise of the machine, ms. */
const leastMs = 5;

export interface Comparison {
	readonly losses: readonly string[];
	readonly skipped: readonly string[];
}

/** Compares results with those on the page, if they were measured the same way on the same machine. */
export function compareWithBefore(page: string, sections: readonly Section[], machine: string): Comparison {
	const before = sectionsOf(page);
	const losses: string[] = [];
	const skipped: string[] = [];
	for (const { part, taken, rows } of sections) {
		const [line = '', ...lines] = before.get(part) ?? [];
		const reason = incomparable(line, commandOf(taken), machine);
		if (reason !== null) {
			skipped.push(`${part}: ${reason}`);
			continue;
		}
		const known = new Map(
			lines.map((cells) => cellsOf(cells)).map(([what = '', measured = '', floor = '']) => [what, { measured, floor }]),
		);
		losses.push(...rows.flatMap((row) => lossOf(row, known.get(row.what))));
	}
	return { losses, skipped };
}

function incomparable(line: string, command: string, machine: string): string | null {
	if (line === '') return 'never measured before';
	if (!line.includes(machine)) return 'measured on another machine before';
	if (line.includes(busyWords)) return 'measured on a busy machine before';
	return commandOf(line) === command ? null : 'measured with another command before';
}

type Figures = Pick<Row, 'measured' | 'floor'>;

function lossOf(row: Row, before: Figures | undefined): string[] {
	const [then, now] = [figureOf(before), figureOf(row)];
	if (then === null || now === null || then.unit !== now.unit) return [];
	if (now.value <= then.value * (1 + allowed) || now.absolute - then.absolute < leastMs) return [];
	const percent = Math.round((now.value / then.value - 1) * 100);
	return [
		`${row.what}: ${row.measured}, before ${before?.measured}: ${percent} % more${now.unit === 'floor' ? ' relative to its floor' : ''}`,
	];
}

/** Relative to the floor if there is one, because it ran alternately, on the same machine in the same state. */
function figureOf(figures: Figures | undefined): { value: number; absolute: number; unit: string } | null {
	const measured = quantityOf(figures?.measured ?? '');
	const floor = quantityOf(figures?.floor ?? '');
	if (measured === null) return null;
	const absolute = measured.value;
	return floor !== null && floor.unit === measured.unit && floor.value > 0
		? { value: measured.value / floor.value, absolute, unit: 'floor' }
		: { ...measured, absolute };
}

/** The first time in a text, ms, or memory, MB. Shares and counts are judged only by their limits. */
function quantityOf(text: string): { value: number; unit: 'ms' | 'MB' } | null {
	const [, digits = '', unit = ''] = /^\+?\s*([\d.]+) (ms|s|MB)\b/.exec(text) ?? [];
	if (unit === '') return null;
	return { value: Number(digits) * (unit === 's' ? 1_000 : 1), unit: unit === 'MB' ? 'MB' : 'ms' };
}

/** The lines of each part: when and how it was measured, then its table. */
const sectionsOf = (page: string): Map<string, string[]> =>
	new Map(
		page
			.split(/^## /m)
			.slice(1)
			.map((section) => section.split('\n').filter((line) => line !== ''))
			.map(([part = '', ...lines]) => [part.trim(), lines]),
	);

const commandOf = (taken: string): string => /`([^`]*)`/.exec(taken)?.[1] ?? '';

const cellsOf = (line: string): string[] =>
	line
		.split(/(?<!\\)\|/)
		.slice(1, -1)
		.map((cell) => cell.trim().replaceAll('\\|', '|'));
