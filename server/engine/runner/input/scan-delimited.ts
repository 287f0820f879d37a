import { recordMachine } from './record-machine.ts';
import { blocksOf } from './unpack.ts';
import type { FormState } from './value-forms.ts';

/** What the engine's own reader must find in a file without irregularities. */
export interface CleanScan {
	readonly records: number;
	readonly columns: readonly ScannedColumn[];
	/** Length of the longest record, bytes. */
	readonly longestRecord: number;
	readonly newline: '\n' | '\r\n';
	readonly hasQuotedLines: boolean;
}

export interface ScannedColumn {
	/** Number of non-empty values. */
	readonly values: number;
	/** Size of all values without quotes. */
	readonly bytes: number;
	readonly isOfForm: boolean;
}

/**
 * Scans every byte of delimited text. Null if anything is unusual: a record of another width, an empty line, a quote inside an unquoted value, text
 * after a closing quote, mixed line ends, a NUL, or an unclosed quote. Records then have to be read one by one.
 * @param from byte at which the first record begins
 * @param forms for each column, how its values are expected to be written; null if any text is
 * @param onRead called with the number of bytes read so far
 */
export function scanDelimited(
	file: string,
	from: number,
	delimiter: string,
	quote: string | null,
	forms: readonly (FormState | null)[],
	onRead?: (bytes: number) => void,
): CleanScan | null {
	const machine = recordMachine(delimiter, quote, forms);
	const { returns, columns, feedFrom } = machine;
	const recordEnds = Object.values(columns.at(-1)?.ends ?? {});
	const counts = { times: new Uint32Array(machine.events), bytes: new Float64Array(machine.events) };
	const timesOf = (states: readonly number[]) => states.reduce((sum, state) => sum + (counts.times[state] ?? 0), 0);
	let at = { state: recordEnds[0] ?? 0, last: -1 };
	let [longestRecord, open, before] = [0, 0, 0];
	for (const block of blocksOf(file, from, onRead)) {
		at = scanBlock(block, at, machine, counts);
		if (at.state === 0) return null;
		longestRecord = Math.max(longestRecord, open + block.length);
		const records = timesOf(recordEnds);
		open = block.length + (records === before ? open : 0);
		before = records;
	}
	const ended = timesOf(recordEnds);
	const withReturn = timesOf(Object.values(returns));
	if (withReturn !== 0 && withReturn !== ended) return null;
	// The last line may have no line end.
	if (!recordEnds.includes(at.state)) {
		const end = feedFrom(at.state);
		if (!recordEnds.includes(end) || Object.values(returns).includes(at.state)) return null;
		counts.times[end] = (counts.times[end] ?? 0) + 1;
		counts.bytes[end] = (counts.bytes[end] ?? 0) - at.last - 1;
	}
	const records = timesOf(recordEnds);
	const scanned = columns.map(({ ends, quotes, line }, index): ScannedColumn => {
		const states = [
			...Object.values(ends),
			...quotes,
			line,
			...(index === columns.length - 1 ? Object.values(returns) : []),
		];
		const bytes = states.reduce((sum, state) => sum + (counts.bytes[state] ?? 0), 0);
		return {
			values: records - timesOf([ends.empty]),
			bytes: bytes + timesOf([line]),
			isOfForm: timesOf([ends.odd]) === 0,
		};
	});
	const hasQuotedLines = timesOf(columns.map(({ line }) => line)) > 0;
	return { records, columns: scanned, longestRecord, newline: withReturn > 0 ? '\r\n' : '\n', hasQuotedLines };
}

/** Counts events in a block, and the bytes before each since the previous one. A separate function because that is faster. */
function scanBlock(
	block: Buffer,
	at: { readonly state: number; readonly last: number },
	{ next, kindOf, events }: ReturnType<typeof recordMachine>,
	{ times, bytes }: { readonly times: Uint32Array; readonly bytes: Float64Array },
) {
	let { state, last } = at;
	for (let index = 0; index < block.length; index += 1) {
		state = next[state + (kindOf[block[index] as number] as number)] as number;
		if (state < events) {
			times[state] = (times[state] as number) + 1;
			bytes[state] = (bytes[state] as number) + index - last - 1;
			last = index;
		}
	}
	return { state, last: last - block.length };
}
