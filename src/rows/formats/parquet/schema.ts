import type { ColumnMetaData, FileMetaData, RowGroup, SchemaElement } from 'hyparquet';
import type { CellValue, GridColumn, NestedType } from '../../source/row-source.ts';
import { toHex } from '../../values/cell-text.ts';
import { isText, type Leaf, leafOf } from './leaf.ts';

/** A table column. Converts the reader's raw values to exact ones. */
export interface ColumnReader extends GridColumn {
	/** The column's name in `PreparedFile.metadata`. */
	readonly key: string;
	/** Whether each raw value is plain instead of a tree. */
	readonly flat: boolean;
	/** Schema of the values; flat columns only. */
	readonly element?: SchemaElement;
	read(raw: unknown): CellValue;
}

export interface PreparedFile {
	/** A copy without annotations that the reader would convert lossily, and with positions as names. */
	readonly metadata: FileMetaData;
	readonly columns: readonly ColumnReader[];
	readonly rowCount: number;
}

interface Tree {
	readonly element: SchemaElement;
	readonly key: string;
	readonly children: readonly Tree[];
}

/**
 * Keeps hyparquet from interpreting values, since it converts decimals to doubles and times to Dates. It only gets
 * physical values and nesting. Names become positions, because it builds objects by name, and would lose a field called
 * `__proto__`, dots in names, and duplicates.
 */
export function prepareFile(original: FileMetaData): PreparedFile {
	const plain: SchemaElement[] = [];
	const leaves: string[][] = [];
	let at = 0;
	const walk = (key: string, path: readonly string[]): Tree => {
		const element = original.schema[at] as SchemaElement;
		at += 1;
		plain.push(stripped(element, key));
		const count = element.num_children ?? 0;
		if (count === 0 && at > 1) leaves.push([...path]);
		const children = Array.from({ length: count }, (_, index) => walk(`f${index}`, [...path, `f${index}`]));
		return { element, key, children };
	};
	const root = walk('root', []);
	return {
		metadata: {
			version: original.version,
			schema: plain,
			num_rows: original.num_rows,
			row_groups: original.row_groups.map((group) => strippedGroup(group, leaves)),
			metadata_length: original.metadata_length,
		},
		columns: root.children.map((tree) => withExtremes(columnReader(tree), original, leaves)),
		rowCount: Number(original.num_rows),
	};
}

function stripped(element: SchemaElement, name: string): SchemaElement {
	const { converted_type, logical_type, scale, precision, field_id, ...physical } = element;
	return { ...physical, name, ...(isText(element) ? { converted_type: 'UTF8' as const } : {}) };
}

/** Drops statistics too: with a million rows they are most of the footer's memory. */
function strippedGroup(group: RowGroup, leaves: readonly string[][]): RowGroup {
	return {
		num_rows: group.num_rows,
		total_byte_size: group.total_byte_size,
		columns: group.columns.map((chunk, index) => ({
			file_offset: chunk.file_offset,
			...(chunk.file_path === undefined ? {} : { file_path: chunk.file_path }),
			...(chunk.meta_data === undefined ? {} : { meta_data: strippedChunk(chunk.meta_data, leaves[index] ?? []) }),
		})),
	};
}

function strippedChunk(chunk: ColumnMetaData, path: string[]): ColumnMetaData {
	const { type, encodings, codec, num_values, data_page_offset, dictionary_page_offset } = chunk;
	return {
		type,
		encodings,
		codec,
		num_values,
		data_page_offset,
		path_in_schema: path,
		total_uncompressed_size: chunk.total_uncompressed_size,
		total_compressed_size: chunk.total_compressed_size,
		...(dictionary_page_offset === undefined ? {} : { dictionary_page_offset }),
	};
}

function columnReader(tree: Tree): ColumnReader {
	const { element, key } = tree;
	if (tree.children.length === 0 && element.repetition_type !== 'REPEATED') {
		const leaf = leafOf(element);
		return { name: element.name, key, flat: true, element, ...leaf };
	}
	const node = nodeOf(tree);
	return {
		name: element.name,
		key,
		flat: false,
		type: node.type,
		kind: 'json',
		nested: node.nested,
		read: (raw) => (raw === null || raw === undefined ? null : node.json(raw)),
	};
}

/** Only for integers, whose statistics are exact and include a column's longest values. */
function withExtremes(
	column: ColumnReader,
	{ row_groups }: FileMetaData,
	leaves: readonly (readonly string[])[],
): ColumnReader {
	if (!column.flat || column.kind !== 'integer') return column;
	const index = leaves.findIndex((path) => path.length === 1 && path[0] === column.key);
	const bounds = row_groups.flatMap(({ columns }) => {
		const known = columns[index]?.meta_data?.statistics;
		return [known?.min_value ?? known?.min, known?.max_value ?? known?.max].filter(isWhole);
	});
	let [low] = bounds;
	if (low === undefined) return column;
	let high = low;
	for (const bound of bounds) {
		if (bound < low) low = bound;
		else if (bound > high) high = bound;
	}
	return { ...column, extremes: [low, high] };
}

const isWhole = (value: unknown): value is number | bigint => typeof value === 'bigint' || typeof value === 'number';

/** A nested type: its name, and its raw values as JSON text with exact digits. */
interface Node {
	readonly type: string;
	readonly nested: NestedType;
	json(raw: unknown): string;
}

function nodeOf(tree: Tree): Node {
	return tree.element.repetition_type === 'REPEATED' ? listNode(valueNode(tree), (raw) => raw) : valueNode(tree);
}

function valueNode(tree: Tree): Node {
	const { element, children } = tree;
	if (children.length === 0) return leafNode(leafOf(element));
	const only = children.length === 1 ? children[0] : undefined;
	const annotation = element.converted_type ?? element.logical_type?.type;
	if (only?.element.repetition_type === 'REPEATED') {
		const items = (raw: unknown) => member(raw, only.key);
		if (annotation === 'LIST') return annotatedList(element, only, items);
		if ((annotation === 'MAP' || annotation === 'MAP_KEY_VALUE') && only.children.length === 2)
			return mapNode(only.children as [Tree, Tree], items);
	}
	return structNode(children);
}

/** Three levels as in the standard, or two as in older files (LogicalTypes.md, "Backward-compatibility rules"). */
function annotatedList(list: SchemaElement, repeated: Tree, items: (raw: unknown) => unknown): Node {
	const item = repeated.children.length === 1 ? repeated.children[0] : undefined;
	const isWrapper =
		item !== undefined && repeated.element.name !== 'array' && repeated.element.name !== `${list.name}_tuple`;
	if (!isWrapper) return listNode(valueNode(repeated), items);
	return listNode(nodeOf(item), (raw) => asArray(items(raw)).map((entry) => member(entry, item.key)));
}

function listNode(item: Node, items: (raw: unknown) => unknown): Node {
	return {
		type: `${item.type}[]`,
		nested: { nests: 'list', item: item.nested },
		json: (raw) =>
			`[${asArray(items(raw))
				.map((entry) => jsonOf(item, entry))
				.join(',')}]`,
	};
}

/** An array of `[key, value]`, because keys may be any type and not unique. */
function mapNode([keyTree, valueTree]: [Tree, Tree], items: (raw: unknown) => unknown): Node {
	const key = nodeOf(keyTree);
	const value = nodeOf(valueTree);
	const pair = (raw: unknown) =>
		`[${jsonOf(key, member(raw, keyTree.key))},${jsonOf(value, member(raw, valueTree.key))}]`;
	return {
		type: `MAP(${key.type}, ${value.type})`,
		nested: { nests: 'map', key: key.nested, value: value.nested },
		json: (raw) => `[${asArray(items(raw)).map(pair).join(',')}]`,
	};
}

function structNode(children: readonly Tree[]): Node {
	const fields = children.map((child) => ({ name: child.element.name, key: child.key, node: nodeOf(child) }));
	return {
		type: `STRUCT(${fields.map((field) => `${field.name} ${field.node.type}`).join(', ')})`,
		nested: { nests: 'struct', members: fields.map(({ name, node }) => ({ name, type: node.nested })) },
		json: (raw) =>
			`{${fields.map((field) => `${JSON.stringify(field.name)}:${jsonOf(field.node, member(raw, field.key))}`).join(',')}}`,
	};
}

/** 64-bit integers have up to 20 digits. */
const integerDigits = 20;

function leafNode(leaf: Leaf): Node {
	const [, digits = integerDigits, scale = 0] = /^DECIMAL\((\d+),\s*(-?\d+)\)$/.exec(leaf.type) ?? [];
	return {
		type: leaf.type,
		nested: {
			nests: 'nothing',
			type: leaf.type,
			kind: leaf.kind,
			digits: Number(digits),
			scale: Math.max(0, Number(scale)),
		},
		json: (raw) => {
			const value = leaf.read(raw);
			if (value instanceof Uint8Array) return `"x'${toHex(value)}'"`;
			if (typeof value === 'number' && !Number.isFinite(value)) return `"${value}"`;
			// Decimals are stored as text, but are numbers.
			if (typeof value === 'string' && leaf.kind !== 'decimal') return JSON.stringify(value);
			return Object.is(value, -0) ? '-0' : String(value);
		},
	};
}

const jsonOf = (node: Node, raw: unknown): string => (raw === null || raw === undefined ? 'null' : node.json(raw));
const asArray = (raw: unknown): unknown[] => (Array.isArray(raw) ? raw : []);
const member = (raw: unknown, key: string): unknown =>
	typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[key] : undefined;
