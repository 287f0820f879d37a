import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { type FoundInteger, integer, structs, ThriftCursor, type Wanted } from './thrift.ts';

/** Fields of a row group's footer entry that are file positions; the ids are from parquet.thrift. */
const positions: Wanted = {
	1: {
		each: {
			2: 'position',
			3: { 7: 'bytes', 9: 'page', 10: 'page', 11: 'page', 14: 'bloom', 15: 'bloomBytes' },
			4: 'index',
			6: 'index',
		},
	},
	3: 'rows',
	5: 'position',
	7: 'ordinal',
};

interface Group {
	readonly entry: Buffer;
	readonly found: readonly FoundInteger[];
	readonly rows: number;
	/** Its byte range in the file, `end` exclusive. */
	readonly start: number;
	readonly end: number;
}

interface Contents {
	readonly groups: readonly Group[];
	/** Footer bytes before the row count, between it and the row groups, and after them. */
	readonly around: readonly [Buffer, Buffer, Buffer];
}

/** The name of a part in a runner's folder, counted from 0. */
export const partName = (index: number): string => `part-${index}`;

const magic = 'PAR1';
const chunk = 4 * 2 ** 20;

/**
 * Cuts a Parquet file between row groups: copies their bytes and rewrites only the footer.
 * @param most bytes of a part; its last row group may exceed it
 * @param nameOf where to write a part, counted from 0
 * @returns number of parts written; 0 if the file has one row group or can't be cut
 */
export function cut(file: string, most: number, nameOf: (part: number) => string): number {
	const from = openSync(file, 'r');
	try {
		const contents = readContents(readFooter(from));
		const parts = contents === null ? [] : divide(contents.groups, most);
		if (contents === null || parts.length < 2) return 0;
		for (const [index, groups] of parts.entries()) writePart(from, contents, groups, nameOf(index));
		return parts.length;
	} finally {
		closeSync(from);
	}
}

function readFooter(from: number): Buffer {
	const { size } = fstatSync(from);
	const tail = readRange(from, size - 8, size);
	if (tail.subarray(4).toString('latin1') !== magic) throw new RangeError('The file doesn’t end like a Parquet file.');
	const start = size - 8 - tail.readUInt32LE(0);
	return readRange(from, start, size - 8);
}

/** Null if a row group refers to something that can't be moved with it. */
function readContents(footer: Buffer): Contents | null {
	const cursor = new ThriftCursor(footer);
	const groups: Group[] = [];
	let rows: FoundInteger | undefined;
	let list = { start: 0, end: 0 };
	for (let field = cursor.field(0); field !== null; field = cursor.field(field.id)) {
		const found: FoundInteger[] = [];
		const start = cursor.at;
		if (field.id === 4) {
			const { size } = cursor.list();
			for (let group = 0; group < size; group++) groups.push(readGroup(cursor));
			list = { start, end: cursor.at };
		} else cursor.value(field.type, field.id === 3 ? 'rows' : undefined, found);
		rows ??= found[0];
	}
	if (rows === undefined || rows.end > list.start) return null;
	const known = groups.every(({ found }) => {
		const named = (name: string) => found.filter((integer) => integer.name === name).length;
		return named('index') === 0 && named('bloom') === named('bloomBytes');
	});
	if (!known) return null;
	const around = [
		footer.subarray(0, rows.start),
		footer.subarray(rows.end, list.start),
		footer.subarray(list.end),
	] as const;
	return { groups, around };
}

function readGroup(cursor: ThriftCursor): Group {
	const found: FoundInteger[] = [];
	const from = cursor.at;
	cursor.struct(positions, found);
	const valuesOf = (name: string) => found.filter((integer) => integer.name === name).map((integer) => integer.value);
	const start = valuesOf('page').reduce((least, value) => Math.min(least, value));
	const [rows = 0] = valuesOf('rows');
	const bytes = valuesOf('bytes').reduce((sum, value) => sum + value, 0);
	const entry = cursor.bytes.subarray(from, cursor.at);
	const inEntry = found.map((integer) => ({ ...integer, start: integer.start - from, end: integer.end - from }));
	return { entry, found: inEntry, rows, start, end: start + bytes };
}

/**
 * Groups neighbors. Whether a part ends after a row group depends on that row group's content, so that changes in one place, or appended rows, leave
 * the other parts as they were (content-defined chunking).
 * @param most bytes of a part, which its last row group may exceed; every part but the last has at least a quarter of it
 */
function divide(groups: readonly Group[], most: number): Group[][] {
	const least = most / 4;
	const parts: Group[][] = [[]];
	let bytes = 0;
	for (const [index, group] of groups.entries()) {
		parts.at(-1)?.push(group);
		const size = group.end - group.start;
		bytes += size;
		const isEnd = bytes >= most || (bytes >= least && chanceOf(group) < size / least);
		if (!isEnd || index === groups.length - 1) continue;
		parts.push([]);
		bytes = 0;
	}
	return parts;
}

/** A number in [0, 1) derived from a row group's statistics and sizes, not from its position in the file. */
function chanceOf({ entry, found }: Group): number {
	const hash = createHash('sha256');
	let at = 0;
	for (const { name, start, end } of found) {
		if (name === 'bytes' || name === 'rows') continue;
		hash.update(entry.subarray(at, start));
		at = end;
	}
	return hash.update(entry.subarray(at)).digest().readUInt32BE(0) / 2 ** 32;
}

function writePart(from: number, contents: Contents, groups: readonly Group[], name: string): void {
	const to = openSync(name, 'wx', 0o600);
	try {
		let at = 0;
		const write = (bytes: Buffer) => {
			// Writes all bytes, even if the system accepts only some at a time.
			writeFileSync(to, bytes);
			at += bytes.length;
		};
		const copy = (start: number, end: number) => {
			for (let next = start; next < end; next += chunk) write(readRange(from, next, Math.min(end, next + chunk)));
		};
		write(Buffer.from(magic));
		const moved: number[] = [];
		for (const run of runsOf(groups)) {
			moved.push(...run.groups.map(() => at - run.start));
			copy(run.start, run.end);
		}
		const entries: Buffer[] = [];
		for (const [index, group] of groups.entries()) {
			const blooms: number[] = [];
			for (const [position, bytes] of bloomsOf(group)) {
				blooms.push(at);
				copy(position, position + bytes);
			}
			entries.push(movedEntry(group, index, moved[index] ?? 0, blooms));
		}
		const rows = groups.reduce((sum, group) => sum + group.rows, 0);
		const [head, middle, tail] = contents.around;
		const footer = Buffer.concat([head, integer(rows), middle, structs(groups.length), ...entries, tail]);
		const length = Buffer.alloc(4);
		length.writeUInt32LE(footer.length);
		write(Buffer.concat([footer, length, Buffer.from(magic)]));
	} finally {
		closeSync(to);
	}
}

interface Run {
	readonly groups: Group[];
	readonly start: number;
	end: number;
}

/** Row groups with adjacent bytes, which are copied in one go. */
function runsOf(groups: readonly Group[]): Run[] {
	const runs: Run[] = [];
	for (const group of groups) {
		const last = runs.at(-1);
		if (last?.end === group.start) {
			last.groups.push(group);
			last.end = group.end;
		} else runs.push({ groups: [group], start: group.start, end: group.end });
	}
	return runs;
}

/** Offsets and lengths of its bloom filters, which come after all row groups. */
function bloomsOf({ found }: Group): [number, number][] {
	const bytes = found.filter((integer) => integer.name === 'bloomBytes');
	return found
		.filter((integer) => integer.name === 'bloom')
		.map((integer, index) => [integer.value, bytes[index]?.value ?? 0]);
}

/** The footer entry of a row group at its new position. */
function movedEntry({ entry, found }: Group, ordinal: number, by: number, blooms: readonly number[]): Buffer {
	const pieces: Buffer[] = [];
	const left = [...blooms];
	let at = 0;
	for (const { name, value, start, end } of found) {
		const now = changed(name, value, by, ordinal, left);
		if (now === undefined) continue;
		pieces.push(entry.subarray(at, start), integer(now));
		at = end;
	}
	return Buffer.concat([...pieces, entry.subarray(at)]);
}

/** An integer of an entry that moved by `by` bytes; undefined if it stays. Zero means "not set". */
function changed(name: string, value: number, by: number, ordinal: number, blooms: number[]): number | undefined {
	switch (name) {
		case 'position':
		case 'page':
			return value === 0 ? 0 : value + by;
		case 'bloom':
			return blooms.shift();
		case 'ordinal':
			return ordinal;
		default:
			return undefined;
	}
}

function readRange(from: number, start: number, end: number): Buffer {
	const bytes = Buffer.allocUnsafe(end - start);
	if (readSync(from, bytes, 0, bytes.length, start) < bytes.length) throw new RangeError('The file is truncated.');
	return bytes;
}
