import { parseJson } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Remark } from '../../source/content.ts';
import { type Block, BlockTable, blockLength } from '../text/block-table.ts';
import type { Decoding } from '../text/decoding.ts';
import { locationOf, type ReadText, type RowReader } from '../text/row-reader.ts';
import { JsonColumns } from './json-columns.ts';
import { JsonProblem, skipBlank, skipComma, skipName, skipText, skipValue } from './json-scan.ts';

/** Members of an object that may contain rows, in order of preference. */
const rowNames = ['rows', 'items', 'data', 'results', 'records', 'value'];

interface Member {
	readonly name: string;
	readonly start: number;
	/** Null for an invalid value. */
	readonly end: number | null;
}

interface Found {
	readonly format: string;
	/** Start of the array; null: the document itself is the only row. */
	readonly array: number | null;
	readonly names: readonly string[];
	readonly others: readonly string[];
}

/** A JSON document: an array of rows, an object with one, or a single value. Parsed once it's complete. */
export class JsonDocumentReader implements RowReader {
	readonly #maxRows: number;
	readonly #decoding: Decoding;
	#text = '';
	#blocks: Block[] = [];
	#rowCount = 0;

	constructor(maxRows: number, decoding: Decoding) {
		this.#maxRows = maxRows;
		this.#decoding = decoding;
	}

	take(text: string): boolean {
		this.#text += text;
		return true;
	}

	async finish(isWhole: boolean, pause: () => Promise<void>): Promise<ReadText> {
		const text = this.#text;
		this.#text = '';
		const { members, problem: broken } =
			text[skipBlank(text, 0)] === '{' ? membersOf(text) : { members: [], problem: null };
		const found = findRows(text, members);
		const columns = new JsonColumns(found.names);
		const problem =
			found.array === null
				? broken
				: await this.#readItems(text, found.array, columns, pause).then((problem) => problem ?? broken);
		if (found.array === null && broken === null) this.#add(text, columns, 1);
		const remarks = [...this.#tellProblem(text, problem, isWhole)];
		if (found.others.length > 0)
			remarks.push({ tone: 'info', text: `The document also contains: ${enumerated(found.others)}.` });
		const { columns: shown, cell, isTooWide } = columns.finish();
		if (isTooWide)
			remarks.push({
				tone: 'info',
				text: 'The rows have more than 10,000 different keys, so each row is shown as JSON text.',
			});
		if (this.#rowCount === 0 && problem !== null)
			return { format: 'Invalid JSON', extension: 'json', remarks, table: null };
		const read = (block: string) => parseJson(`[${block}]`) as unknown[];
		return { format: found.format, extension: 'json', remarks, table: new BlockTable(shown, this.#blocks, read, cell) };
	}

	async #readItems(text: string, array: number, columns: JsonColumns, pause: () => Promise<void>) {
		let at = skipBlank(text, array + 1);
		if (text[at] === ']') return afterEnd(text, array, at + 1);
		let [start, rows, end] = [at, 0, at];
		let problem: JsonProblem | null = null;
		try {
			for (let more = true; more && this.#rowCount + rows < this.#maxRows; ) {
				end = skipValue(text, at);
				rows += 1;
				if (end - start >= blockLength) {
					this.#add(text.slice(start, end), columns, rows);
					rows = 0;
					await pause();
				}
				({ at, more } = skipComma(text, end, ']'));
				if (rows === 0) start = at;
			}
		} catch (error) {
			if (!(error instanceof JsonProblem)) throw error;
			problem = error;
		}
		if (rows > 0) this.#add(text.slice(start, end), columns, rows);
		return problem ?? (this.#rowCount < this.#maxRows ? afterEnd(text, array, at) : null);
	}

	#add(text: string, columns: JsonColumns, rows: number): void {
		this.#blocks.push({ text, rows });
		this.#rowCount += rows;
		for (const row of parseJson(`[${text}]`) as unknown[]) columns.observe(row);
	}

	#tellProblem(text: string, problem: JsonProblem | null, isWhole: boolean): Remark[] {
		if (problem === null || (problem.isCut && !isWhole)) return [];
		const where = locationOf(text, problem.at, this.#decoding);
		const rows = this.#rowCount;
		const kept =
			rows > 0
				? ` The ${rows === 1 ? 'row before the error is' : `${formatCount(rows)} rows before the error are`} shown.`
				: '';
		return [{ tone: 'warning', text: `Invalid JSON at ${where}: ${problem.message}.${kept}` }];
	}
}

/** Text after the end of an array document. In an object, its members are checked instead. */
function afterEnd(text: string, array: number, at: number): JsonProblem | null {
	if (array !== skipBlank(text, 0)) return null;
	const rest = skipBlank(text, at);
	return rest < text.length ? new JsonProblem(rest, 'unexpected text after the end of the array') : null;
}

function membersOf(text: string): { members: Member[]; problem: JsonProblem | null } {
	const members: Member[] = [];
	let open: Member | null = null;
	try {
		let at = skipBlank(text, skipBlank(text, 0) + 1);
		for (let more = text[at] !== '}'; more; ) {
			const name = JSON.parse(text.slice(at, skipText(text, at))) as string;
			const start = skipName(text, at);
			open = { name, start, end: null };
			const end = skipValue(text, start);
			members.push({ name, start, end });
			open = null;
			({ at, more } = skipComma(text, end, '}'));
		}
		const rest = text[at] === '}' && members.length === 0 ? skipBlank(text, at + 1) : skipBlank(text, at);
		const problem = rest < text.length ? new JsonProblem(rest, 'unexpected text after the end of the object') : null;
		return { members, problem };
	} catch (error) {
		if (!(error instanceof JsonProblem)) throw error;
		return { members: open === null ? members : [...members, open], problem: error };
	}
}

function findRows(text: string, members: readonly Member[]): Found {
	const outer = skipBlank(text, 0);
	if (text[outer] === '[') return { format: `JSON, ${arrayName(text, outer)}`, array: outer, names: [], others: [] };
	const arrays = members.filter((member) => text[member.start] === '[');
	const holder = rowNames
		.map((name) => arrays.find((array) => array.name === name))
		.find((member) => member !== undefined);
	if (holder === undefined) return { format: 'JSON, one object', array: null, names: [], others: [] };
	const names = columnNames(text, members);
	const others = members
		.filter((member) => member !== holder && !(member.name === 'columns' && names.length > 0))
		.map((member) => `${member.name} = ${shortened(text.slice(member.start, member.end ?? member.start + 60))}`);
	const format = `JSON, ${arrayName(text, holder.start)} under "${holder.name}"`;
	return { format, array: holder.start, names, others };
}

/** Column names, if the object lists them as texts or objects with a name. */
function columnNames(text: string, members: readonly Member[]): string[] {
	const columns = members.find(
		(member) => member.name === 'columns' && member.end !== null && text[member.start] === '[',
	);
	if (columns?.end === null || columns === undefined) return [];
	const listed = parseJson(text.slice(columns.start, columns.end)) as unknown[];
	return listed.map((item) => {
		const name = typeof item === 'object' && item !== null && 'name' in item ? item.name : item;
		return typeof name === 'string' ? name : stringifyJson(item);
	});
}

function arrayName(text: string, at: number): string {
	const first = text[skipBlank(text, at + 1)];
	if (first === ']') return 'an empty array';
	return first === '{' ? 'an array of objects' : first === '[' ? 'an array of arrays' : 'an array of values';
}

/** The first six, and how many more there are. */
function enumerated(items: readonly string[]): string {
	const more = items.length - 6;
	return more > 0 ? `${items.slice(0, 6).join(', ')}, and ${formatCount(more)} more` : items.join(', ');
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
