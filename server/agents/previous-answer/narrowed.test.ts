import { expect, it } from 'vitest';
import type { SchemaContext } from '../query/types.ts';
import { narrow } from './narrowed.ts';

const coordinate = { owner: 'demo', namespace: "it's", datasetName: 'visits' };
const context = { datasets: [{ coordinate, columns: [] }] } as unknown as SchemaContext;
const within = new Map([["demo/it's/visits", 'SELECT 1']]);

it('narrows datasets wherever a statement names them, and nowhere else', () => {
	const named = '"demo"."it\'s"."visits"';
	expect(narrow(`SELECT 'a ${named.replaceAll("'", "''")}' FROM ${named} AS v, ${named}`, context, within)).toBe(
		`SELECT 'a ${named.replaceAll("'", "''")}' FROM (SELECT 1) AS v, (SELECT 1)`,
	);
	expect(narrow(`SELECT "d'ue" FROM ${named}`, context, within)).toBe(`SELECT "d'ue" FROM (SELECT 1)`);
});
