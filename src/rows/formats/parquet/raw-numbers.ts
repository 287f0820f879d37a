import type { Clock, RawValues } from '../../source/raw-values.ts';
import type { ColumnReader } from './schema.ts';
import { endOfDays } from './temporal.ts';

/** An integer fits in a double (below 2^53) if its high 32 bits are below this. */
const maxHigh = 2 ** 21;

const daySeconds = 86_400;
const days: Clock = { at: (day) => day * daySeconds * 1_000, seconds: (day) => day * daySeconds, nanos: () => 0 };

const clockOf = (perSecond: number): Clock => ({
	at: (tick) => tick / (perSecond / 1_000),
	seconds: (tick) => Math.floor(tick / perSecond),
	nanos: (tick) => (tick - Math.floor(tick / perSecond) * perSecond) * (1_000_000_000 / perSecond),
});

const clocks: Readonly<Record<string, Clock>> = {
	TIMESTAMP_MS: clockOf(1_000),
	TIMESTAMP: clockOf(1_000_000),
	TIMESTAMP_NS: clockOf(1_000_000_000),
};

/** A page's numbers; null if it has none or doubles would lose digits. */
export function rawNumbers({ kind, type, read }: ColumnReader, raw: unknown): RawValues | null {
	if (type === 'DATE') {
		if (!(raw instanceof Int32Array) || raw.includes(endOfDays) || raw.includes(-endOfDays)) return null;
		return { kind: 'ticks', values: raw, value: (day) => read(day) as string, clock: days };
	}
	if (kind !== 'integer' && kind !== 'temporal' && type !== 'DOUBLE') return null;
	const values = numbersOf(raw, type.startsWith('U'));
	if (values === null) return null;
	if (kind !== 'temporal') {
		const isLarge = raw instanceof BigInt64Array;
		return { kind: 'numbers', values, value: isLarge ? (number) => BigInt(number) : (number) => number };
	}
	const clock = clocks[type.replace(' WITH TIME ZONE', '')];
	return clock === undefined ? null : { kind: 'ticks', values, value: (tick) => read(BigInt(tick)) as string, clock };
}

function numbersOf(raw: unknown, isUnsigned: boolean): Float64Array | Int32Array | null {
	if (raw instanceof Float64Array) return raw;
	if (raw instanceof Int32Array) return isUnsigned ? Float64Array.from(raw, (value) => value >>> 0) : raw;
	if (!(raw instanceof BigInt64Array)) return null;
	const leastHigh = isUnsigned ? 0 : 1 - maxHigh;
	const halves = new Int32Array(raw.buffer, raw.byteOffset, raw.length * 2);
	const numbers = new Float64Array(raw.length);
	for (let index = 0; index < numbers.length; index += 1) {
		const high = halves[2 * index + 1] as number;
		if (high >= maxHigh || high < leastHigh) return null;
		numbers[index] = high * 2 ** 32 + ((halves[2 * index] as number) >>> 0);
	}
	return numbers;
}
