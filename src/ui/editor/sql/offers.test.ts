import { expect, test } from 'vitest';
import { readSql } from '../../../lib/sql/cursor.ts';
import { callText, loadFunctions } from './functions.ts';
import type { SqlDataset, SqlKnowledge } from './knowledge.ts';
import { offersAt } from './offers.ts';

const dataset = (path: string, isSource = true): SqlDataset => {
	const [owner = '', namespace = '', datasetName = ''] = path.split('/');
	return { owner, namespace, datasetName, isSource };
};
const columns: Record<string, readonly string[]> = {
	'aviation/flights': ['origin', 'delay', 'Final Stop', 'order'],
	'aviation/airports': ['iata', 'name', 'delay'],
};
const knowledge: SqlKnowledge = {
	dialect: 'duckdb',
	datasets: [
		dataset('demo/aviation/flights'),
		dataset('demo/aviation/airports'),
		dataset('ann/Air Data/2001', false),
		dataset('ann/aviation/flights', false),
	],
	wantDatasets: () => {},
	columnsOf: async ({ namespace, datasetName }) =>
		columns[`${namespace}/${datasetName}`]?.map((name) => ({ name, type: 'INTEGER' })) ?? null,
	valuesOf: async () => null,
};

/** Suggestions at the bar that match what is typed there, best first, as inserted text. */
async function offered(marked: string, of: SqlKnowledge = knowledge) {
	const sql = readSql(marked.replace('|', ''));
	const { offers, cursor } = await offersAt(sql, marked.indexOf('|'), of, await loadFunctions(of.dialect));
	const typed = cursor.typed.replace('"', '').toLowerCase();
	return [...offers]
		.filter((offer) => offer.label.toLowerCase().startsWith(typed) || offer.text.toLowerCase().startsWith(typed))
		.sort((a, b) => a.rank - b.rank)
		.map((offer) => offer.text);
}

test.each([
	// Columns of the sources, even before a FROM is typed.
	['select avg(del|', 'delay'],
	['select avg(f.del| from aviation.flights f', 'delay'],
	['select "Fin| from aviation.flights', '"Final Stop"'],
	['select Fin| from aviation.flights', '"Final Stop"'],
	['select or| from aviation.flights', 'origin'],
	// In two FROM items, so it's qualified.
	['select del| from aviation.flights f join aviation.airports a on f.origin = a.iata', 'f.delay'],
	['with late as (select origin, delay d from aviation.flights) select | from late', 'origin'],
	['select * from fl|', undefined],
	['select * from avi|', 'aviation.flights'],
	['select * from aviation.|', 'flights'],
	['select * from demo.aviation.|', 'flights'],
	['select * from "Air Data".|', '"2001"'],
	['with late as (select 1) select * from la|', 'late'],
	['select delay * 2 as twice from aviation.flights order by twi|', 'twice'],
	['select avg| from aviation.flights', 'avg'],
	['SELECT delay FR|', 'FROM'],
	['select * from aviation.flights f|', undefined],
	['select delay::va| from aviation.flights', 'varchar'],
	['|', 'select'],
])('completes %s with %s', async (marked, first) => {
	expect((await offered(marked))[0]).toBe(first);
});

test('quotes a reserved name and offers both columns with the same name', async () => {
	const all = await offered('select | from aviation.flights f, aviation.airports a');
	expect(all).toEqual(expect.arrayContaining(['f.delay', 'a.delay', '"order"', 'f', 'a', 'iata']));
});

test('suggests another owner’s dataset with its owner if a source has the same name', async () => {
	expect(await offered('select * from |')).toEqual(
		expect.arrayContaining(['aviation.flights', 'ann.aviation.flights', '"Air Data"."2001"', 'demo', 'ann', 'range']),
	);
});

test('suggests functions and keywords even if no data is known', async () => {
	const nothing: SqlKnowledge = { ...knowledge, datasets: [], columnsOf: async () => null };
	expect(await offered('select date_tr|', nothing)).toEqual(['date_trunc']);
	expect(await offered('select dis|', nothing)).toEqual(['distinct']);
});

test('suggests Spark’s types, functions and keywords on a Spark service', async () => {
	const spark: SqlKnowledge = { ...knowledge, dialect: 'spark' };
	expect((await offered('select delay::str| from aviation.flights', spark))[0]).toBe('string');
	expect(await offered('select * from aviation.flights where origin rl|', spark)).toContain('rlike');
	expect(await offered('select get_json_ob|', spark)).toEqual(['get_json_object']);
	expect(await offered('select list_ag|', spark)).not.toContain('list_aggregate');
	expect(await offered('select * from expl|', spark)).toContain('explode');
	expect(await offered('select expl| from aviation.flights', spark)).toContain('explode');
	expect(await offered('select * from aviation.flights lateral view outer expl|', spark)).toContain('explode');
	expect(await offered('select * from variant_expl|', spark)).toContain('variant_explode');
	expect(await offered('select coll| from aviation.flights', spark)).not.toContain('collations');
	expect((await offered('select f.del| from aviation.flights f', spark))[0]).toBe('delay');
	const trunc = (await loadFunctions('spark')).find(({ name }) => name === 'date_trunc');
	expect(callText('date_trunc', trunc?.calls[0] ?? { takes: [] }).text).toBe('date_trunc(fmt, ts)');
});
