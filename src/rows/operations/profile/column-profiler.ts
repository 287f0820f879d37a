import type { RawPage, RawValues } from '../../source/raw-values.ts';
import { type GridColumn, isMissing, type PlainValue } from '../../source/row-source.ts';
import { isNumeric } from '../../values/cell-text.ts';
import { compareCodePoints } from '../../values/code-points.ts';
import { Hasher } from '../../values/hash.ts';
import { compareNumbers } from '../../values/scaled.ts';
import { TimeExtremes } from '../../values/time-extremes.ts';
import type { ColumnProfile, LengthFacts, Shape, TopValue } from './column-profile.ts';
import { NumberStatistics } from './number-statistics.ts';
import { Tally } from './tally.ts';
import { TextTable } from './text-table.ts';
import { TickStatistics, type Ticks, type TimeCollectors } from './tick-statistics.ts';
import { TimeBins } from './time-bins.ts';

const topCount = 6;
/** Maximum length of a text counted individually, in UTF-16 units. Longer ones are kept as a prefix plus a hash. */
const longestKey = 512;

/** Memory limits per column: texts counted individually, and numbers for exact quantiles. */
export interface Room {
	readonly values: number;
	readonly numbers: number;
}

export class ColumnProfiler {
	readonly #definition: GridColumn;
	readonly #index: number;
	readonly #room: Room;
	readonly #tally: Tally;
	readonly #hasher = new Hasher();
	readonly #numbers: NumberStatistics | null;
	readonly #times: TimeCollectors | null;
	#ticks: TickStatistics | null = null;
	readonly #words = new TextTable((text, count) => this.#text(text, count));
	readonly #isDecimal: boolean;
	readonly #lengths = { least: Number.POSITIVE_INFINITY, most: 0, sum: 0, count: 0 };
	#rows = 0;
	/** Values counted as text. */
	#texts = 0;
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
		this.#room = room;
		this.#isDecimal = kind === 'decimal' || kind === 'digits';
		const isNumber = isNumeric(kind);
		const isTime = kind === 'temporal' && definition.type !== 'INTERVAL';
		this.#times = isTime ? { bins: new TimeBins(), ends: new TimeExtremes() } : null;
		this.#tally = new Tally(room.values, !isNumber && !isTime);
		this.#numbers = isNumber
			? new NumberStatistics(kind === 'integer', room.numbers, this.#tally, this.#isDecimal)
			: null;
	}

	/** Adds a page's raw values. @returns false if they must be added one by one */
	addPage(page: RawPage): boolean {
		const raw = page.raw();
		if (raw === null || !this.#addRaw(raw)) return false;
		const rows = page.end - page.start;
		this.#rows += rows;
		this.#nulls += rows - (raw.kind === 'texts' ? raw.ends : raw.kind === 'codes' ? raw.codes : raw.values).length;
		return true;
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
		this.#words.flush();
		this.#numbers?.end();
		this.#ticks?.end();
		const ends = this.#times === null ? { least: this.#least, most: this.#most } : this.#times.ends.ends();
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
			numbers: this.#numbers?.facts() ?? null,
			lengths: this.#lengthFacts(),
			shape: this.#shape(),
		};
	}

	/** If all numbers and times are kept and there is nothing else, they're counted directly. */
	#distinct(): ColumnProfile['distinct'] {
		const kept = this.#numbers ?? this.#ticks;
		const count = this.#texts > 0 ? null : (kept?.distinct() ?? null);
		if (count !== null) return { count, exact: true };
		kept?.tallyAll();
		return this.#tally.distinct();
	}

	#addRaw(raw: RawValues): boolean {
		if (raw.kind === 'ticks') return this.#times !== null && this.#addTicks(raw, this.#times);
		if (raw.kind === 'numbers') {
			if (this.#numbers === null) return false;
			this.#numbers.addAll(raw.values);
			this.#bound(raw);
			return true;
		}
		if (this.#definition.kind !== 'text') return false;
		if (raw.kind === 'codes') this.#addCodes(raw);
		else this.#addTexts(raw);
		return true;
	}

	#addTicks(ticks: Ticks, times: TimeCollectors): boolean {
		this.#ticks ??= new TickStatistics(this.#room.numbers, ticks, this.#tally, times);
		return this.#ticks.addAll(ticks);
	}

	#addCodes({ codes, text }: Extract<RawValues, { kind: 'codes' }>): void {
		const counts = new Map<number, number>();
		for (let index = 0; index < codes.length; index += 1) {
			const code = codes[index] as number;
			counts.set(code, (counts.get(code) ?? 0) + 1);
		}
		this.#words.flush();
		for (const [code, count] of counts) this.#text(text(code), count);
	}

	#addTexts({ bytes, from, ends }: Extract<RawValues, { kind: 'texts' }>): void {
		let start = from + 4;
		for (let index = 0; index < ends.length; index += 1) {
			const end = ends[index] as number;
			this.#words.add(bytes, start, end);
			start = end + 4;
		}
	}

	#bound(raw: Extract<RawValues, { kind: 'numbers' }>): void {
		const { values } = raw;
		let [least, most] = [Number.NaN, Number.NaN];
		for (let index = 0; index < values.length; index += 1) {
			const value = values[index] as number;
			if (!(value >= least)) least = Number.isNaN(value) ? least : value;
			if (!(value <= most)) most = Number.isNaN(value) ? most : value;
		}
		if (Number.isNaN(least)) return;
		for (const near of [least, most]) this.#widen(raw.value(near), near);
	}

	#widen(value: PlainValue, near: number): void {
		if (this.#least === null || this.#isLess(value, near, this.#least)) this.#least = value;
		if (this.#most === null || this.#isLess(this.#most, Number(this.#most), value)) this.#most = value;
	}

	#number(value: string | number | bigint, numbers: NumberStatistics): void {
		const near = Number(value);
		// An empty field isn't a number, although JavaScript reads it as zero.
		if (near === 0 && typeof value === 'string' && value.trim() === '') {
			this.#empty += 1;
			return;
		}
		// Text in a numeric column is text; a float's NaN arrives as a number.
		if (typeof value === 'string' && Number.isNaN(near)) {
			this.#text(value);
			return;
		}
		numbers.add(near, value);
		if (this.#isDecimal) this.#tally.add(String(value));
		if (!Number.isNaN(near)) this.#widen(value, near);
	}

	#isLess(a: PlainValue, nearA: number, b: PlainValue): boolean {
		const nearB = Number(b);
		if (nearA !== nearB) return nearA < nearB;
		if (typeof a === 'string' || typeof b === 'string') return a !== b && compareNumbers(String(a), String(b)) < 0;
		return (a as number | bigint) < (b as number | bigint);
	}

	#text(value: string, count = 1): void {
		this.#texts += count;
		this.#tally.add(value.length > longestKey ? this.#longKey(value, value.slice(0, longestKey)) : value, count);
		if (this.#times !== null) {
			this.#times.ends.add(value);
			if (Number.isNaN(this.#times.bins.add(value))) this.#unplaced += 1;
			return;
		}
		this.#length(this.#definition.kind === 'text' ? characters(value) : value.length, count);
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

	/** Longer than any short value's key, so they can't collide. */
	#longKey(value: string | Uint8Array, beginning: string): string {
		this.#hasher.reset();
		this.#hasher.add(value);
		this.#hasher.finish();
		const { first, second, third } = this.#hasher;
		return `${beginning}… ${first} ${second} ${third} ${value.length}`;
	}

	#length(length: number, count = 1): void {
		const lengths = this.#lengths;
		if (length < lengths.least) lengths.least = length;
		if (length > lengths.most) lengths.most = length;
		lengths.sum += length * count;
		lengths.count += count;
	}

	#lengthFacts(): LengthFacts | null {
		const { least, most, sum, count } = this.#lengths;
		return count === 0 || this.#definition.kind === 'json' ? null : { least, most, mean: sum / count };
	}

	#shape(): Shape | null {
		const bins = this.#numbers?.bins.bins() ?? this.#times?.bins.bins();
		if (bins !== undefined && bins.length > 0) return { kind: 'histogram', bins };
		if (this.#definition.kind === 'blob') return null;
		const { values: frequent, slack } = this.#tally.top(topCount);
		// Counts with an error as large as themselves are useless.
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

function characters(text: string): number {
	let count = text.length;
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit >= 0xd800 && unit <= 0xdbff) count -= 1;
	}
	return count;
}
