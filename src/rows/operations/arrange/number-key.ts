import type { Clock, RawPage } from '../../source/raw-values.ts';
import type { CellKind, PlainValue } from '../../source/row-source.ts';
import { decimalOf, nearest } from '../../values/decimal.ts';
import { instantOf } from '../../values/instant.ts';
import { doubleWords, orderOf, rankBy, type SortKey } from './sort-key.ts';

/** Doubles per integer: 159 bits, more than any database column type. */
const wholeLevels = 3;

/** Values as doubles. A value that doesn't fit in one is a sum of several, nearest first, compared in order. */
export class NumberKey implements SortKey {
	readonly #kind: CellKind;
	readonly #rowCount: number;
	/** Levels of the integer part, then of the fraction, as needed. */
	readonly #levels: (Float64Array | undefined)[] = [];
	/** Whether fractions are separate, as needed once a number has more digits than a double. */
	#isSplit = false;
	#added = 0;

	constructor(kind: CellKind, rowCount: number) {
		this.#kind = kind;
		this.#rowCount = rowCount;
	}

	add(position: number, value: PlainValue): boolean {
		const added = this.#add(position, value);
		this.#added = position + 1;
		return added;
	}

	addPage(position: number, page: RawPage): boolean {
		const raw = this.#isSplit ? null : page.raw();
		if (raw === null || raw.kind === 'texts' || raw.kind === 'codes') return false;
		const { values } = raw;
		const positions = page.positions();
		const rows = page.end - page.start;
		const level = this.#level(0);
		for (let row = 0; row < rows; row += 1) {
			const at = positions === null ? row : (positions[row] as number);
			if (at >= 0) level[position + row] = values[at] as number;
		}
		if (raw.kind === 'ticks') this.#splitTicks(level.subarray(position, position + rows), raw.clock, position);
		this.#added = position + rows;
		return true;
	}

	async ranks(count: number, pause: () => Promise<void>): Promise<Uint32Array> {
		const words: Uint32Array[] = [];
		for (const level of this.#levels) {
			if (level === undefined) continue;
			words.push(...doubleWords(level.subarray(0, count)));
			await pause();
		}
		const order = await orderOf(words, count, pause);
		return rankBy(order, (a, b) => words.every((word) => word[a] === word[b]));
	}

	#add(position: number, value: PlainValue): boolean {
		if (typeof value === 'number') return this.#addNumber(position, value);
		if (typeof value === 'bigint') return this.#addWhole(position, value);
		if (typeof value === 'boolean') return this.#set(0, position, value ? 1 : 0);
		if (typeof value !== 'string') return false;
		return this.#kind === 'temporal' ? this.#addInstant(position, value) : this.#addText(position, value);
	}

	#addNumber(position: number, value: number): boolean {
		if (this.#isSplit && !Number.isInteger(value) && Number.isFinite(value))
			return this.#addSplit(position, String(value));
		return this.#set(0, position, value);
	}

	#addText(position: number, text: string): boolean {
		const found = nearest(text);
		if (found === null) return false;
		if (!found.isExact && !this.#isSplit && Number.isFinite(found.near)) this.#split();
		return this.#isSplit ? this.#addSplit(position, text) : this.#set(0, position, found.near);
	}

	#addInstant(position: number, text: string): boolean {
		const instant = instantOf(text);
		if (instant === null) return false;
		this.#set(0, position, instant.seconds);
		return this.#set(1, position, instant.nanos);
	}

	#addWhole(position: number, value: bigint): boolean {
		let rest = value;
		for (let level = 0; level < wholeLevels; level += 1) {
			const near = Number(rest);
			this.#set(level, position, near);
			if (!Number.isFinite(near)) break;
			rest -= BigInt(near);
			if (rest === 0n) break;
		}
		return true;
	}

	#addSplit(position: number, text: string): boolean {
		const exact = decimalOf(text);
		if (exact === null) return this.#set(0, position, nearest(text)?.near ?? 0);
		this.#addWhole(position, exact.whole);
		for (const [index, part] of exact.parts.entries()) this.#set(wholeLevels + index, position, part);
		return true;
	}

	/** Whole seconds, then nanoseconds. */
	#splitTicks(ticks: Float64Array, clock: Clock, position: number): void {
		for (let row = 0; row < ticks.length; row += 1) {
			const tick = ticks[row] as number;
			ticks[row] = clock.seconds(tick);
			this.#set(1, position + row, clock.nanos(tick));
		}
	}

	/** Earlier values had at most 15 digits, so the double's text has them all. */
	#split(): void {
		this.#isSplit = true;
		const before = this.#levels[0]?.slice(0, this.#added) ?? [];
		before.forEach((value, position) => {
			if (!Number.isInteger(value) && Number.isFinite(value)) this.#addSplit(position, String(value));
		});
	}

	#set(level: number, position: number, value: number): true {
		if (value === 0 && level > 0) return true;
		this.#level(level)[position] = value;
		return true;
	}

	#level(level: number): Float64Array {
		const values = this.#levels[level] ?? new Float64Array(this.#rowCount);
		this.#levels[level] = values;
		return values;
	}
}
