import type { PlainValue } from '../../source/row-source.ts';
import { compareCodePoints } from '../../values/code-points.ts';
import { BytePool, offsetIn } from './byte-pool.ts';
import { orderOf, rankBy, type SortKey } from './sort-key.ts';

/** Maximum distinct texts cached: columns often have few. */
const maxKnown = 32_768;
const longestKnown = 256;
/** More text than this isn't sorted here. */
const maxBytes = 160 * 1_024 * 1_024;
/** Groups with equal prefixes up to this size are sorted by comparison. */
const smallGroup = 2_048;

/** Sorts text by code point, which is the order of its UTF-8 bytes, and bytes by value. */
export class BytesKey implements SortKey {
	readonly #name: string;
	readonly #pool = new BytePool();
	readonly #addresses: Uint32Array;
	readonly #lengths: Uint32Array;
	/** Numbers of the distinct texts while there are few, then null. */
	#known: Map<string, number> | null = new Map();
	#texts: string[] = [];
	#added = 0;

	constructor(name: string, rowCount: number) {
		this.#name = name;
		this.#addresses = new Uint32Array(rowCount);
		this.#lengths = new Uint32Array(rowCount);
	}

	add(position: number, value: PlainValue): boolean {
		this.#added = position + 1;
		if (value instanceof Uint8Array) {
			this.#forget();
			this.#put(position, this.#pool.addBytes(value));
			return true;
		}
		if (value === null || typeof value === 'object') return false;
		const text = String(value);
		if (this.#known !== null && (text.length > longestKnown || this.#known.size >= maxKnown)) this.#forget();
		if (this.#known === null) this.#put(position, this.#pool.addText(text));
		else this.#addresses[position] = this.#numberOf(text, this.#known);
		return true;
	}

	async ranks(count: number, pause: () => Promise<void>): Promise<Uint32Array> {
		if (this.#known !== null) return this.#knownRanks(count);
		const all = new Uint32Array(count).map((_, position) => position);
		const order = await this.#sorted(all, 0, pause);
		return rankBy(order, (a, b) => this.#compare(a, b, 0) === 0);
	}

	#numberOf(text: string, known: Map<string, number>): number {
		const found = known.get(text);
		if (found !== undefined) return found;
		known.set(text, known.size);
		this.#texts.push(text);
		return known.size - 1;
	}

	#forget(): void {
		if (this.#known === null) return;
		const pooled = this.#texts.map((text) => this.#pool.addText(text));
		for (let position = 0; position < this.#added; position += 1) {
			const piece = pooled[this.#addresses[position] ?? 0];
			// The last one is still being added.
			if (piece !== undefined) this.#put(position, piece);
		}
		this.#known = null;
		this.#texts = [];
	}

	#put(position: number, [address, length]: [number, number]): void {
		this.#addresses[position] = address;
		this.#lengths[position] = length;
		if (this.#pool.bytes > maxBytes)
			throw new Error(
				`The column "${this.#name}" has more than ${maxBytes / 1_024 / 1_024} MB of text, which is too much to sort here. Filter first, or sort by other columns.`,
			);
	}

	#knownRanks(count: number): Uint32Array {
		const sorted = this.#texts.map((text, number) => ({ text, number }));
		sorted.sort((a, b) => compareCodePoints(a.text, b.text));
		const rankOf = new Uint32Array(sorted.length);
		sorted.forEach(({ number }, rank) => {
			rankOf[number] = rank;
		});
		return this.#addresses.subarray(0, count).map((number) => rankOf[number] ?? 0);
	}

	/** Sorts positions whose first `from` bytes are equal: by the next eight bytes, then recursively. */
	async #sorted(positions: Uint32Array, from: number, pause: () => Promise<void>): Promise<Uint32Array> {
		await pause();
		const compare = (a: number, b: number) => this.#compare(a, b, from) || a - b;
		if (positions.length <= smallGroup) return positions.sort(compare);
		const depth = this.#sharedLength(positions, from);
		if (depth === null) return positions;
		const words = [this.#wordsAt(positions, depth), this.#wordsAt(positions, depth + 4)] as const;
		const order = await orderOf(words, positions.length, pause);
		const sorted = order.map((at) => positions[at] ?? 0);
		for (let start = 0; start < sorted.length; ) {
			const isSame = (at: number) => words.every((word) => word[order[at] ?? 0] === word[order[start] ?? 0]);
			let end = start + 1;
			while (end < sorted.length && isSame(end)) end += 1;
			const group = sorted.subarray(start, end);
			// Short texts are padded with zeros, which are also a (rare) character.
			const ends = group.some((position) => (this.#lengths[position] ?? 0) < depth + 8);
			if (ends && this.#sharedLength(group, depth) !== null) group.sort(compare);
			else if (!ends && group.length > 1) sorted.set(await this.#sorted(group.slice(), depth + 8, pause), start);
			start = end;
		}
		return sorted;
	}

	/** Length of the common prefix of all positions; null if they're equal. */
	#sharedLength(positions: Uint32Array, from: number): number | null {
		const first = positions[0] ?? 0;
		let shared = this.#lengths[first] ?? 0;
		let areEqual = true;
		for (const position of positions) {
			const length = this.#lengths[position] ?? 0;
			if (length !== (this.#lengths[first] ?? 0)) areEqual = false;
			shared = this.#sharedBetween(first, position, from, Math.min(shared, length));
		}
		return areEqual && shared === (this.#lengths[first] ?? 0) ? null : shared;
	}

	/** Length of the common prefix of two positions, up to `limit`. */
	#sharedBetween(a: number, b: number, from: number, limit: number): number {
		const [addressA, addressB] = [this.#addresses[a] ?? 0, this.#addresses[b] ?? 0];
		const [bytesA, bytesB] = [this.#pool.chunkOf(addressA), this.#pool.chunkOf(addressB)];
		const [startA, startB] = [offsetIn(addressA), offsetIn(addressB)];
		let at = from;
		while (at < limit && bytesA[startA + at] === bytesB[startB + at]) at += 1;
		return at;
	}

	#compare(a: number, b: number, from: number): number {
		const [lengthA, lengthB] = [this.#lengths[a] ?? 0, this.#lengths[b] ?? 0];
		const shorter = Math.min(lengthA, lengthB);
		const at = this.#sharedBetween(a, b, from, shorter);
		return at >= shorter ? lengthA - lengthB : this.#byteAt(a, at) - this.#byteAt(b, at);
	}

	/** Four bytes of each position as a word, padded with zeros. */
	#wordsAt(positions: Uint32Array, depth: number): Uint32Array {
		return positions.map((position) => {
			let word = 0;
			for (let index = depth; index < depth + 4; index += 1) word = (word << 8) | this.#byteAt(position, index);
			return word;
		});
	}

	#byteAt(position: number, at: number): number {
		if (at >= (this.#lengths[position] ?? 0)) return 0;
		const address = this.#addresses[position] ?? 0;
		return this.#pool.chunkOf(address)[offsetIn(address) + at] ?? 0;
	}
}
