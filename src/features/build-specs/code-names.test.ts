import { expect, test } from 'vitest';
import { compareNames } from './code-names.ts';

const known = ['ann/aviation/airports', 'demo/aviation/airports', 'demo/aviation/flights', 'ann/earth/quakes'];
const compare = (code: string, sources: readonly string[] = ['demo/aviation/flights'], guessed = false) =>
	compareNames(code, sources, known, 'demo', guessed);

test('matches names in the code with sources, quoted or not, with or without an owner', () => {
	for (const code of [
		'select * from aviation.flights',
		'select * from demo.aviation.flights f',
		'with t as (select * from "Aviation".FLIGHTS) select * from t',
		'   ',
	]) {
		expect(compare(code)).toEqual({ missing: [], unused: [] });
	}
});

test('offers missing sources, own datasets first, and reports unused sources', () => {
	const code =
		"select 'aviation.flights' from aviation.airports a, ann.earth.quakes, aviation.airports b, nobody.knows";
	const { missing, unused } = compare(code);
	expect(unused).toEqual(['demo/aviation/flights']);
	expect(missing.map((source) => [source.name, source.candidates, code.slice(source.start, source.end)])).toEqual([
		['aviation.airports', ['demo/aviation/airports', 'ann/aviation/airports'], 'aviation.airports'],
		['ann.earth.quakes', ['ann/earth/quakes'], 'ann.earth.quakes'],
		['nobody.knows', [], 'nobody.knows'],
	]);
});

test('offers the name as written when the service doesn’t list datasets', () => {
	expect(compare('from nobody.knows', [], true).missing[0]?.candidates).toEqual(['demo/nobody/knows']);
	expect(compare('from "no/such".knows', [], true).missing[0]?.candidates).toEqual(['demo/no\\/such/knows']);
	expect(compare('from "no/such".knows', ['demo/no\\/such/knows'])).toEqual({ missing: [], unused: [] });
});
