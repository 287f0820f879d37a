import { coordinateKey } from '#contract/dataset.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { SchemaContext } from '../query/types.ts';

/** The conditions that a question states, as text, by column (see `columnKey`). */
export const conditionsOf = (understood: unknown, context: SchemaContext): ReadonlyMap<string, string> =>
	new Map(
		planOf(understood, context)?.where.map(({ column, ...rest }) => [
			columnKey(coordinateKey(column.table.dataset.coordinate), column.name),
			JSON.stringify({ ...rest, with: null }, columnsByName),
		]),
	);

/** A condition may contain columns, which refer to their dataset, which refers back to them. */
const columnsByName = (_key: string, value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'table' in value && 'name' in value ? value.name : value;

export const columnKey = (key: string, column: string): string => `${key} ${column}`;
