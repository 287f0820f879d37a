import { expect, test } from 'vitest';
import { compareNames } from './code-names.ts';

const known = ['ann/aviation/airports', 'demo/aviation/airports', 'demo/aviation/flights', 'ann/earth/quakes'];
const compare = (code: string, sources: readonly string[] = ['demo/aviation/flights'], guessed = false) =>
	compareNames(code, sources, known, 'demo', guessed);

test('what the code reads is in step with its sources, however it is written', () => {
	for (const code of [
		'select * from aviation.flights',
		'select * from demo.aviation.flights f',
		'with t as (select * from "Aviation".FLIGHTS) select * from t',
		'   ',
	]) {
		expect(compare(code)).toEqual({ missing: [], unused: [] });
	}
});

test('a dataset that is no source is offered, one’s own before another’s, and a source that is not read is told', () => {
	const code =
		"select 'aviation.flights' from aviation.airports a, ann.earth.quakes, aviation.airports b, nobody.knows";
	const { missing, unused } = compare(code);
	expect(unused).toEqual(['demo/aviation/flights']);
	expect(missing.map((it) => [it.name, it.candidates, code.slice(it.start, it.end)])).toEqual([
		['aviation.airports', ['demo/aviation/airports', 'ann/aviation/airports'], 'aviation.airports'],
		['ann.earth.quakes', ['ann/earth/quakes'], 'ann.earth.quakes'],
		['nobody.knows', [], 'nobody.knows'],
	]);
});

test('where a service does not say what it has, the name is taken as it is', () => {
	expect(compare('from nobody.knows', [], true).missing[0]?.candidates).toEqual(['demo/nobody/knows']);
	expect(compare('from "no%such".knows', [], true).missing[0]?.candidates).toEqual([]);
});
