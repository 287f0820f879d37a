import { type GridColumn, isMissing, type PlainValue } from '../../source/row-source.ts';
import { isNumeric } from '../../values/cell-text.ts';
import { compareCodePoints } from '../../values/code-points.ts';
import { Hasher } from '../../values/hash.ts';
import { compareNumbers } from '../../values/scaled.ts';
import { TimeExtremes } from '../../values/time-extremes.ts';
import type { ColumnProfile, LengthFacts, NumberFacts, Shape, TopValue } from './column-profile.ts';
import { NumberBins } from './number-bins.ts';
import { QuantileSketch, quantilesOf } from './quantile-sketch.ts';
import { Tally } from './tally.ts';
import { TimeBins } from './time-bins.ts';

const topCount = 6;
/** Longest text that is counted by itself, in UTF-16 units: of longer ones the beginning is kept, with a hash of the whole. */
const longestKey = 512;

/** What may be kept of a column: texts that are counted one by one, and numbers for exact quantiles. */
export interface Room {
	readonly values: number;
	readonly numbers: number;
}

export class ColumnProfiler {
	readonly #definition: GridColumn;
	readonly #index: number;
	readonly #tally: Tally;
	readonly #hasher = new Hasher();
	readonly #numbers: NumberTaker | null;
	readonly #times: TimeBins | null;
	readonly #ends: TimeExtremes | null;
	readonly #isDecimal: boolean;
	readonly #lengths = { least: Number.POSITIVE_INFINITY, most: 0, sum: 0, count: 0 };
	#rows = 0;
	#nulls = 0;
	#missing = 0;
	#empty = 0;
	#unplaced = 0;
	#least: PlainValue = null;
	#most: PlainValue = null;

	constructor(definition: GridColumn, index: number, room: Room) {
		const { kind } = definition;
		this.#definition = definition;
		this.#index = index;
		this.#isDecimal = kind === 'decimal' || kind === 'digits';
		const isNumber = isNumeric(kind);
		this.#numbers = isNumber ? new NumberTaker(kind === 'integer', room.numbers) : null;
		this.#times = kind === 'temporal' && definition.type !== 'INTERVAL' ? new TimeBins() : null;
		this.#ends = this.#times === null ? null : new TimeExtremes();
		this.#tally = new Tally(room.values, !isNumber && this.#times === null);
	}

	add(value: PlainValue): void {
		this.#rows += 1;
		if (value === null) this.#nulls += 1;
		else if (isMissing(value)) this.#missing += 1;
		else if (value instanceof Uint8Array) this.#blob(value);
		else if (typeof value === 'boolean') this.#tally.add(value);
		else if (this.#numbers !== null) this.#number(value, this.#numbers);
		else if (typeof value === 'string') this.#text(value);
		else this.#text(String(value));
	}

	profile(): ColumnProfile {
		const { name, type, kind } = this.#definition;
		const ends = this.#ends === null ? { least: this.#least, most: this.#most } : this.#ends.ends();
		return {
			column: this.#index,
			name,
			type,
			kind,
			rows: this.#rows,
			nulls: this.#nulls,
			missing: this.#missing,
			empty: this.#empty,
			distinct: this.#distinct(),
			least: ends?.least ?? null,
			most: ends?.most ?? null,
			unplaced: this.#unplaced,
			numbers: this.#numbers?.facts(this.#tally) ?? null,
			lengths: this.#lengthFacts(),
			shape: this.#shape(),
		};
	}

	/** Numbers that are all kept, and that are what they are kept as, can be counted where the tally cannot. */
	#distinct(): ColumnProfile['distinct'] {
		if (this.#tally.isExact || this.#numbers === null || this.#isDecimal) return this.#tally.distinct();
		const count = this.#numbers.distinct();
		return count === null ? this.#tally.distinct() : { count, exact: true };
	}

	#number(value: string | number | bigint, numbers: NumberTaker): void {
		const near = Number(value);
		// a field with nothing in it is no number, though the language reads it as zero
		if (near === 0 && typeof value === 'string' && value.trim() === '') {
			this.#empty += 1;
			return;
		}
		// text where numbers are expected is text; a float's own NaN comes as a number
		if (typeof value === 'string' && Number.isNaN(near)) {
			this.#text(value);
			return;
		}
		numbers.add(near, value);
		this.#tally.add(this.#isDecimal ? String(value) : value);
		if (Number.isNaN(near)) return;
		if (this.#least === null || this.#isLess(value, near, this.#least)) this.#least = value;
		if (this.#most === null || this.#isLess(this.#most, Number(this.#most), value)) this.#most = value;
	}

	#isLess(a: PlainValue, nearA: number, b: PlainValue): boolean {
		const nearB = Number(b);
		if (nearA !== nearB) return nearA < nearB;
		if (typeof a === 'string' || typeof b === 'string') return a !== b && compareNumbers(String(a), String(b)) < 0;
		return (a as number | bigint) < (b as number | bigint);
	}

	#text(value: string): void {
		this.#tally.add(value.length > longestKey ? this.#longKey(value, value.slice(0, longestKey)) : value);
		if (this.#times !== null) {
			this.#ends?.add(value);
			if (Number.isNaN(this.#times.add(value))) this.#unplaced += 1;
			return;
		}
		this.#length(this.#definition.kind === 'text' ? characters(value) : value.length);
		if (this.#definition.kind === 'json' || this.#definition.type === 'INTERVAL') return;
		if (this.#least === null || compareCodePoints(value, String(this.#least)) < 0) this.#least = value;
		if (this.#most === null || compareCodePoints(value, String(this.#most)) > 0) this.#most = value;
	}

	#blob(value: Uint8Array): void {
		this.#length(value.length);
		let text = '';
		for (const byte of value.subarray(0, longestKey)) text += String.fromCharCode(byte);
		this.#tally.add(value.length > longestKey ? this.#longKey(value, text) : text);
	}

	/** Longer than any key of a short value, so that it can be taken for none. */
	#longKey(value: string | Uint8Array, beginning: string): string {
		this.#hasher.reset();
		this.#hasher.add(value);
		this.#hasher.finish();
		const { first, second, third } = this.#hasher;
		return `${beginning}… ${first} ${second} ${third} ${value.length}`;
	}

	#length(length: number): void {
		const lengths = this.#lengths;
		if (length < lengths.least) lengths.least = length;
		if (length > lengths.most) lengths.most = length;
		lengths.sum += length;
		lengths.count += 1;
	}

	#lengthFacts(): LengthFacts | null {
		const { least, most, sum, count } = this.#lengths;
		return count === 0 || this.#definition.kind === 'json' ? null : { least, most, mean: sum / count };
	}

	#shape(): Shape | null {
		const bins = this.#numbers?.bins.bins() ?? this.#times?.bins();
		if (bins !== undefined && bins.length > 0) return { kind: 'histogram', bins };
		if (this.#definition.kind === 'blob') return null;
		const { values: frequent, slack } = this.#tally.top(topCount);
		// counts that may be wrong by as much as they say, say nothing
		const reliable = frequent.filter((candidate) => candidate.count > slack).map(topValue);
		if (reliable.length === 0) return null;
		const shown = reliable.reduce((sum, topValue) => sum + topValue.count, 0);
		const values = this.#rows - this.#nulls - this.#missing - this.#empty;
		return { kind: 'top', values: reliable, others: values - shown, slack };
	}
}

const topValue = ({ value, count }: { readonly value: PlainValue; readonly count: number }): TopValue =>
	typeof value === 'string' && value.length > longestKey
		? { value: value.slice(0, longestKey), count, isCut: true }
		: { value, count, isCut: false };

class NumberTaker {
	readonly bins: NumberBins;
	readonly #sketch: QuantileSketch;
	#sum = 0;
	#lost = 0;
	#large = 0n;
	#isLarge = false;
	readonly #special = new Set<number>();
	#notNumbers = 0;
	#infinite = 0;

	constructor(whole: boolean, room: number) {
		this.bins = new NumberBins(whole);
		this.#sketch = new QuantileSketch(room);
	}

	add(near: number, value: string | number | bigint): void {
		if (!Number.isFinite(near)) this.#special.add(near);
		if (Number.isNaN(near)) this.#notNumbers += 1;
		else if (!Number.isFinite(near)) this.#infinite += 1;
		else {
			this.#sketch.add(near);
			this.bins.add(near);
			if (typeof value === 'bigint' && !Number.isSafeInteger(near)) {
				this.#large += value;
				this.#isLarge = true;
			} else this.#add(near);
		}
	}

	/** How many different numbers there were; null where they are not all kept. */
	distinct(): number | null {
		const all = this.#isLarge ? null : this.#sketch.sorted();
		if (all === null) return null;
		let count = this.#special.size;
		for (let at = 0; at < all.length; at += 1) if (at === 0 || all[at] !== all[at - 1]) count += 1;
		return count;
	}

	/** While all different values are counted, quantiles are exact by them. */
	facts(tally: Tally): NumberFacts | null {
		if (this.#sketch.count === 0 && this.#notNumbers + this.#infinite === 0) return null;
		const ranks = [0.25, 0.5, 0.75];
		const byTally = tally.isExact && this.#sketch.error > 0;
		const [quarter = Number.NaN, median = Number.NaN, threeQuarters = Number.NaN] = byTally
			? quantilesOf(weighted(tally), ranks)
			: this.#sketch.quantiles(ranks);
		return {
			mean: this.#sketch.count === 0 ? null : (this.#sum + this.#lost + Number(this.#large)) / this.#sketch.count,
			quarter,
			median,
			threeQuarters,
			error: byTally ? 0 : this.#sketch.error,
			notNumbers: this.#notNumbers,
			infinite: this.#infinite,
		};
	}

	/** What a sum loses by rounding is kept beside it (Neumaier's summation). */
	#add(value: number): void {
		const sum = this.#sum + value;
		this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
		this.#sum = sum;
	}
}

function weighted(tally: Tally): [number, number][] {
	const all = Array.from(tally.entries(), ([value, count]): [number, number] => [Number(value), count]);
	return all.filter(([value]) => Number.isFinite(value)).sort(([a], [b]) => a - b);
}

function characters(text: string): number {
	let count = text.length;
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		if (unit >= 0xd800 && unit <= 0xdbff) count -= 1;
	}
	return count;
}
