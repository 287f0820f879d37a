import type { SchemaElement } from 'hyparquet';
import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import { type CellValue, type NestedType, plainValue } from '../../source/row-source.ts';
import { type ParquetColumn, parquetColumn, SeenValues } from './parquet-column.ts';

type Repetition = NonNullable<SchemaElement['repetition_type']>;

/** A nested column's value and its schema, from the outside in. */
interface Node {
	readonly elements: ParquetColumn['elements'];
	/** Converts parsed JSON for the writer. */
	convert(value: unknown): unknown;
}

/** Writes lists, maps and structs as such, not as their cells' JSON text. */
export function nestedColumn(name: string, type: NestedType): ParquetColumn {
	const { elements, convert } = nodeOf(name, type, 'OPTIONAL');
	return {
		elements,
		value: (cell) => {
			const plain = plainValue(cell);
			return typeof plain === 'string' ? convert(parseExact(plain)) : undefined;
		},
	};
}

/** Whether Parquet supports it: a struct without members has no columns. */
export const isWritable = (type: NestedType): boolean => {
	switch (type.nests) {
		case 'list':
			return isWritable(type.item);
		case 'map':
			return isWritable(type.key) && isWritable(type.value);
		case 'struct':
			return type.members.length > 0 && type.members.every((member) => isWritable(member.type));
		case 'nothing':
			return true;
	}
};

function nodeOf(name: string, type: NestedType, repetition_type: Repetition): Node {
	const outer = (element: Omit<SchemaElement, 'name'>): SchemaElement => ({ name, repetition_type, ...element });
	const unlessNull =
		(convert: (value: unknown) => unknown): Node['convert'] =>
		(value) =>
			value === null || value === undefined ? undefined : convert(value);
	if (type.nests === 'nothing') return leafNode(name, type, repetition_type);
	if (type.nests === 'list') {
		const item = nodeOf('element', type.item, 'OPTIONAL');
		return {
			elements: [
				outer({ num_children: 1, converted_type: 'LIST' }),
				{ name: 'list', repetition_type: 'REPEATED', num_children: 1 },
				...item.elements,
			],
			convert: unlessNull((value) => itemsOf(value).map(item.convert)),
		};
	}
	if (type.nests === 'map') {
		const key = nodeOf('key', type.key, 'REQUIRED');
		const value = nodeOf('value', type.value, 'OPTIONAL');
		return {
			elements: [
				outer({ num_children: 1, converted_type: 'MAP' }),
				{ name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
				...key.elements,
				...value.elements,
			],
			convert: unlessNull((pairs) =>
				itemsOf(pairs).map((pair) => {
					const [first, second] = itemsOf(pair);
					return { key: key.convert(first), value: value.convert(second) };
				}),
			),
		};
	}
	const members = type.members.map((member) => ({ ...member, node: nodeOf(member.name, member.type, 'OPTIONAL') }));
	return {
		elements: [outer({ num_children: members.length }), ...members.flatMap(({ node }) => node.elements)],
		convert: unlessNull((value) =>
			Object.fromEntries(members.map(({ name, node }) => [name, node.convert(memberOf(value, name))])),
		),
	};
}

function leafNode(name: string, { kind, type }: NestedType & { nests: 'nothing' }, repetition_type: Repetition): Node {
	const seen = new SeenValues();
	// Uses the finest time unit, since values aren't scanned in advance.
	seen.fraction = 9;
	const column = parquetColumn(name, { name, type, kind }, seen);
	return {
		elements: [{ ...column.elements[0], repetition_type }],
		convert: (value) => (value === null || value === undefined ? undefined : column.value(cellOf(value, kind))),
	};
}

function cellOf(value: unknown, kind: (NestedType & { nests: 'nothing' })['kind']): CellValue {
	const text = value instanceof JsonText ? value.text : String(value);
	switch (kind) {
		case 'boolean':
			return value === true;
		case 'integer':
			return BigInt(text);
		case 'float':
			return Number(text);
		case 'blob':
			return bytesOf(text);
		default:
			return text;
	}
}

/** @param text as `x'00ff'` */
const bytesOf = (text: string): Uint8Array =>
	Uint8Array.from(text.slice(2, -1).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const memberOf = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: undefined;
