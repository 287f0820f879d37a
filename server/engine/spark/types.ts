import * as z from 'zod/mini';
import type { Column } from '#contract/dataset.ts';
import { sqlName } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';

/** A type in Spark Connect's form: a single key, the type's name, with its contents. */
export const SparkType = z.record(z.string(), z.unknown());
export type SparkType = z.infer<typeof SparkType>;

/** Spark types that are written unchanged, by the service's type names (docs/spark.md). */
const plain: Readonly<Record<string, string>> = {
	binary: 'BLOB',
	boolean: 'BOOLEAN',
	byte: 'TINYINT',
	short: 'SMALLINT',
	integer: 'INTEGER',
	long: 'BIGINT',
	float: 'FLOAT',
	double: 'DOUBLE',
	string: 'VARCHAR',
	char: 'VARCHAR',
	varChar: 'VARCHAR',
	date: 'DATE',
	time: 'TIME',
	timestamp: 'TIMESTAMP WITH TIME ZONE',
	timestampNtz: 'TIMESTAMP',
	// Like any column that contains only NULL.
	null: 'INTEGER',
};
const refused: Readonly<Record<string, string>> = {
	dayTimeInterval: 'an INTERVAL. Cast it to STRING',
	yearMonthInterval: 'an INTERVAL. Cast it to STRING',
	calendarInterval: 'an INTERVAL. Cast it to STRING',
	variant: 'a VARIANT. Use to_json or variant_get',
	geometry: 'a GEOMETRY. Use st_asbinary',
	geography: 'a GEOGRAPHY. Use st_asbinary',
};

const Decimal = z.object({ precision: z._default(z.number(), 10), scale: z._default(z.number(), 0) });
const List = z.object({ elementType: SparkType });
const Pairs = z.object({ keyType: SparkType, valueType: SparkType });
const Struct = z.object({
	fields: z._default(z.array(z.object({ name: z._default(z.string(), ''), dataType: SparkType })), []),
});

class Unsupported extends Error {}

function nameOfType(type: SparkType): string {
	const [kind = '', inside] = Object.entries(type)[0] ?? [];
	switch (kind) {
		case 'decimal': {
			const { precision, scale } = Decimal.parse(inside);
			return `DECIMAL(${precision},${scale})`;
		}
		case 'array':
			return `${nameOfType(List.parse(inside).elementType)}[]`;
		case 'map': {
			const { keyType, valueType } = Pairs.parse(inside);
			return `MAP(${nameOfType(keyType)}, ${nameOfType(valueType)})`;
		}
		case 'struct': {
			const { fields } = Struct.parse(inside);
			if (fields.length === 0) throw new Unsupported('a STRUCT without fields. Remove the column, or add a field');
			// The engine that reads the files would show one value twice.
			const twice = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) < index);
			if (twice !== undefined)
				throw new Unsupported(`a STRUCT with several fields called "${twice.name}". Rename them`);
			return `STRUCT(${fields.map(({ name, dataType }) => `${sqlName(name)} ${nameOfType(dataType)}`).join(', ')})`;
		}
		default: {
			const found = plain[kind];
			if (found === undefined) throw new Unsupported(refused[kind] ?? `of type ${kind}. Cast it to another type`);
			return found;
		}
	}
}

/** The columns as they'll be written; a repeated name gets a number. `isNull`: needs a cast first. @throws EngineError UNSUPPORTED_TYPE */
export function columnsOf(
	found: readonly { readonly name: string; readonly type: SparkType }[],
): (Column & { readonly isNull: boolean })[] {
	const taken = new Set<string>();
	return found.map(({ name, type }, index) => {
		if (name === '') throw new EngineError('SQL_ERROR', `Column ${index + 1} has an empty name. Name it with AS.`);
		let free = name;
		for (let next = 1; taken.has(free.toLowerCase()); next++) free = `${name}_${next}`;
		taken.add(free.toLowerCase());
		try {
			return { name: free, type: nameOfType(type), isNull: 'null' in type };
		} catch (error) {
			if (!(error instanceof Unsupported)) throw error;
			throw new EngineError(
				'UNSUPPORTED_TYPE',
				`Datasets can’t store the column "${name}", which is ${error.message}.`,
			);
		}
	});
}
