import { type CalendarUnit, groupAt, groupStart, ticks, unitAt, unitStart, units } from '#lib/calendar.ts';
import type { Bin } from './number-bins.ts';

const maxFineBins = 4_096;
const maxBins = 24;

const steps: readonly (readonly [unit: CalendarUnit, multiples: readonly number[]])[] = [
	['second', [1, 5, 10, 30]],
	['minute', [1, 5, 15, 30]],
	['hour', [1, 3, 6, 12]],
	['day', [1, 7]],
	['month', [1, 3]],
	['year', [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000]],
];

/** Format of a column's times: dates, local times, instants with `Z`, times of day. */
type Form = 'date' | 'clock' | 'utc' | 'time';

/** Histogram of ISO 8601 texts by calendar unit: seconds, days, weeks from Monday, months, years. */
export class TimeBins {
	#level = 0;
	#counts = new Map<number, number>();
	#form: Form = 'clock';

	/** Adds a date, timestamp or time of day. @returns its position, ms since 1970; NaN if it has none */
	add(text: string, count = 1): number {
		const at = this.#read(text);
		if (!Number.isNaN(at)) this.#count(unitAt(at, this.#unit()), count);
		return at;
	}

	/** Whether a time has a position; its format determines the bins' format. */
	begin(text: string): boolean {
		return !Number.isNaN(this.#read(text));
	}

	/** Adds sorted times that all have a position. @param positionOf ms since 1970 */
	addSorted(sorted: Float64Array, positionOf: (time: number) => number): void {
		for (let from = 0; from < sorted.length; ) {
			const unit = this.#unit();
			const index = unitAt(positionOf(sorted[from] as number), unit);
			const end = unitStart(index + 1, unit);
			let to = from + 1;
			while (to < sorted.length && positionOf(sorted[to] as number) < end) to += 1;
			this.#count(index, to - from);
			from = to;
		}
	}

	#read(text: string): number {
		if (!plain.test(text)) return Number.NaN;
		const form = formOf(text);
		const at = Date.parse(
			form === 'clock' ? `${text}Z` : form === 'time' ? `1970-01-01T${text.replace('Z', '')}Z` : text,
		);
		if (!Number.isNaN(at)) this.#form = form;
		return at;
	}

	#count(index: number, count: number): void {
		this.#counts.set(index, (this.#counts.get(index) ?? 0) + count);
		while (this.#counts.size > maxFineBins && this.#level < units.length - 1) this.#coarsen();
	}

	/** At most two dozen contiguous bins. */
	bins(): Bin[] {
		const unit = this.#unit();
		let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
		for (const index of this.#counts.keys()) {
			if (index < first) first = index;
			if (index > last) last = index;
		}
		if (this.#counts.size === 0) return [];
		const [shown, multiple] = this.#step(unitStart(first, unit), unitStart(last, unit));
		const groupOf = (at: number) => groupAt(at, shown, multiple);
		const from = groupOf(unitStart(first, unit));
		const counts = new Array<number>(groupOf(unitStart(last, unit)) - from + 1).fill(0);
		for (const [index, count] of this.#counts) {
			const at = groupOf(unitStart(index, unit)) - from;
			counts[at] = (counts[at] ?? 0) + count;
		}
		const edge = (group: number) => this.#text(groupStart(group, shown, multiple));
		return counts.map((count, index) => ({ from: edge(from + index), to: edge(from + index + 1), count }));
	}

	#text(at: number): string {
		const iso = new Date(at).toISOString();
		if (this.#form === 'date') return iso.slice(0, iso.indexOf('T'));
		if (this.#form === 'time') return at >= ticks.day ? '24:00:00' : iso.slice(11, 19);
		return this.#form === 'utc' ? iso.replace('.000', '') : iso.slice(0, iso.indexOf('.'));
	}

	#unit(): CalendarUnit {
		return units[this.#level] ?? 'year';
	}

	/** The finest step with few enough bins, not finer than what was counted. */
	#step(first: number, last: number): readonly [CalendarUnit, number] {
		for (const [unit, multiples] of steps) {
			if (units.indexOf(unit) < this.#level || (this.#form === 'date' && units.indexOf(unit) < 3)) continue;
			for (const multiple of multiples) {
				const count = groupAt(last, unit, multiple) - groupAt(first, unit, multiple);
				if (count < maxBins) return [unit, multiple];
			}
		}
		return ['year', 1_000_000];
	}

	#coarsen(): void {
		const before = this.#unit();
		this.#level += 1;
		const after = this.#unit();
		const counts = this.#counts;
		this.#counts = new Map();
		for (const [index, count] of counts) {
			const at = unitAt(unitStart(index, before), after);
			this.#counts.set(at, (this.#counts.get(at) ?? 0) + count);
		}
	}
}

/** Text JavaScript parses correctly. It misreads other years: `-0044-03-15` becomes 2044. */
const plain = /^(?:\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d\d:[\d:.]+Z?)$/;

function formOf(text: string): Form {
	if (text.endsWith('Z')) return text.includes('T') ? 'utc' : 'time';
	if (text.includes('T')) return 'clock';
	return text.includes(':') ? 'time' : 'date';
}
