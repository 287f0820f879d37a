import { expect, test } from 'vitest';
import { columnsOf, type SparkType } from './types.ts';

const struct = (...names: string[]): SparkType => ({
	struct: { fields: names.map((name) => ({ name, dataType: { integer: {} } })) },
});

test('refuses a struct with a repeated field name, because one of its values would be lost', () => {
	expect(() => columnsOf([{ name: 's', type: struct('a', 'a') }])).toThrow(
		'Datasets can’t store the column "s", which is a STRUCT with several fields called "a". Rename them.',
	);
	expect(columnsOf([{ name: 's', type: struct('a', 'A') }])[0]?.type).toBe('STRUCT(a INTEGER, A INTEGER)');
});
