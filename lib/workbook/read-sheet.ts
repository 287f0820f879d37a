import { type Affixes, inDigits, type NumberKind } from './number-format.ts';
import { readSerial } from './serial.ts';
import { unescapeText, walkXml } from './xml.ts';

/** A cell's value as text; null: empty. */
export type Cell = {
	/** `formula`: one whose result isn't in the file, so `text` is the formula. */
	readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'time' | 'duration' | 'error' | 'formula';
	readonly text: string;
	/** The texts that its format shows around a number. */
	readonly affixes?: Affixes;
} | null;

export interface SheetRules {
	readonly texts: readonly string[];
	/** The kinds of numbers, by style. */
	readonly kinds: readonly NumberKind[];
	/** The digits of codes, by style; see `digitsOf`. */
	readonly digits: readonly (string | null)[];
	/** The texts shown around numbers, by style. */
	readonly affixes: readonly (Affixes | null)[];
	readonly is1904: boolean;
	/** Whether spreadsheets have to calculate all formulas, because the program that wrote the workbook didn't; it saved zeros as results. */
	readonly isUncalculated: boolean;
}

interface Read {
	type: string;
	style: number;
	value: string | null;
	text: string | null;
	formula: string | null;
}

/** @throws Error if a cell can't be read */
export function readSheet(xml: string, rules: SheetRules): Cell[][] {
	const rows: Cell[][] = [];
	let row: Cell[] = [];
	let cell: Read | null = null;
	let [column, inReading] = [0, false];
	let part: 'value' | 'text' | 'formula' | null = null;
	const parts = { v: 'value', t: 'text', f: 'formula' } as const;
	walkXml(xml, {
		onOpen: (name, attributes) => {
			if (name === 'row') {
				const { r } = attributes();
				const index = r === undefined ? rows.length : Number(r) - 1;
				if (!(index >= rows.length && index < maxRows)) throw new Error(`Row ${r} is in an invalid position.`);
				while (rows.length < index) rows.push([]);
				row = [];
				rows.push(row);
				column = 0;
			} else if (name === 'c') {
				const { r, t = 'n', s = '0' } = attributes();
				if (r !== undefined) column = columnOf(r);
				cell = { type: t, style: Number(s), value: null, text: null, formula: null };
			} else if (name === 'rPh') inReading = true;
			else if (cell !== null && (name === 'v' || name === 't' || name === 'f')) {
				part = parts[name];
				cell[part] ??= '';
			}
		},
		onClose: (name) => {
			if (name === 'c' && cell !== null) {
				const read = cellOf(cell, rules);
				if (read !== null) {
					if (column < row.length) throw new Error('A cell is in an invalid position.');
					while (row.length < column) row.push(null);
					row[column] = read;
				}
				column += 1;
				cell = null;
			} else if (name === 'rPh') inReading = false;
			else if (name === 'v' || name === 't' || name === 'f') part = null;
		},
		onText: (text) => {
			if (cell !== null && part !== null && !inReading) cell[part] = (cell[part] ?? '') + text;
		},
	});
	while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
	return midnights(rows);
}

const [maxRows, maxColumns] = [1_048_576, 16_384];

/** `B7` → 1 */
function columnOf(address: string): number {
	let column = 0;
	for (const letter of /^[A-Z]+/.exec(address)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
	if (column < 1 || column > maxColumns) throw new Error(`"${address}" isn’t a cell.`);
	return column - 1;
}

function cellOf({ type, style, value, text, formula }: Read, rules: SheetRules): Cell {
	const of = (kind: NonNullable<Cell>['kind'], text: string | null): Cell =>
		text === null || text === '' ? null : { kind, text };
	const isUnknown =
		value === null || (value === '' && type !== 'str') || (value === '0' && type === 'n' && rules.isUncalculated);
	if (formula !== null && text === null && isUnknown) return of('formula', `=${formula}`);
	switch (type) {
		case 's':
			if ((value ?? '') === '') return null;
			if (rules.texts[Number(value)] === undefined) throw new Error(`The workbook has no shared string ${value}.`);
			return of('text', rules.texts[Number(value)] ?? null);
		case 'inlineStr':
			return of('text', unescapeText(text ?? ''));
		case 'str':
			return of('text', unescapeText(value ?? ''));
		case 'b':
			return of('boolean', value === '1' ? 'true' : value === '0' ? 'false' : value);
		case 'e':
			return of('error', value);
		case 'd':
			return of('date', value?.replace(/Z$/, '') ?? null);
		default: {
			const read =
				codeOf((value ?? '').trim(), rules.digits[style] ?? null) ??
				numberOf((value ?? '').trim(), rules.kinds[style] ?? 'number', rules.is1904);
			const affixes = rules.affixes[style] ?? null;
			return read?.kind === 'number' && affixes !== null ? { ...read, affixes } : read;
		}
	}
}

/** A number that its format shows as a code, such as 01234. */
const codeOf = (text: string, form: string | null): Cell =>
	form !== null && /^\d+$/.test(text) ? { kind: 'text', text: inDigits(text, form) } : null;

function numberOf(text: string, kind: NumberKind, is1904: boolean): Cell {
	if (text === '') return null;
	const number = Number(text);
	const read = readSerial(number, kind, is1904);
	if (read !== null) return read;
	// A double's shortest text, unless the file has an integer or a number that doesn't fit in a double.
	const isKept = /^-?\d+$/.test(text) || !Number.isFinite(number) || (number === 0 && /[1-9]/.test(text));
	return { kind: 'number', text: isKept ? text : String(number) };
}

/** Leaves out the time of a column's dates if it's midnight in all of them. */
function midnights(rows: Cell[][]): Cell[][] {
	const midnight = /T00:00(:00(\.0+)?)?$/;
	const timed = new Set<number>();
	const visit = (of: (cell: NonNullable<Cell>, column: number) => Cell) => {
		for (const row of rows)
			for (const [column, cell] of row.entries()) if (cell?.kind === 'date') row[column] = of(cell, column);
	};
	visit((cell, column) => {
		if (!midnight.test(cell.text)) timed.add(column);
		return cell;
	});
	visit((cell, column) => (timed.has(column) ? cell : { ...cell, text: cell.text.replace(midnight, '') }));
	return rows;
}
