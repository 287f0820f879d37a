import { expect, test } from 'vitest';
import { linkInAddress } from './builder/link-address.ts';
import { type LinkText, readLink, swapped, withLongitude, withMatchType } from './model.ts';

const text = (overrides: Partial<LinkText> = {}): LinkText => ({
	from: { dataset: 'aviation/flights', column: 'origin' },
	to: { dataset: 'demo/aviation/airports', column: 'iata' },
	matchType: 'ExactMatch',
	options: '',
	...overrides,
});

test('reads fields into a link, with own datasets if no owner is given', () => {
	expect(readLink(text(), 'demo').link).toEqual({
		from: { username: 'demo', namespace: 'aviation', dataset: 'flights', columnName: 'origin' },
		to: { username: 'demo', namespace: 'aviation', dataset: 'airports', columnName: 'iata' },
		matchType: 'ExactMatch',
	});
});

test('passes options of any name on unchanged', () => {
	const options = '{"trim": true, "weight": {"of": [1, 2.5]}}';
	expect(readLink(text({ options }), 'demo').link?.options).toEqual({ trim: true, weight: { of: [1, 2.5] } });
});

test.each([
	['{"trim": tru}', 'options', 'Line 1, column 10: expected a value, found "tru".'],
	['[1]', 'options', 'Options must be a JSON object, such as {"trim": true}.'],
])('reports where options %s are invalid', (options, field, problem) => {
	expect(readLink(text({ options }), 'demo')).toMatchObject({ link: null, problems: { [field]: problem } });
});

test('reports missing fields separately, and rejects a column linked to itself', () => {
	const half = readLink(text({ to: { dataset: '', column: '' } }), 'demo');
	expect(half).toEqual({ link: null, problems: {}, missing: ['the dataset to link to'] });
	const same = readLink(text({ to: { dataset: 'demo/Aviation/FLIGHTS', column: 'origin' } }), 'demo');
	expect(same.problems['to.columnName']).toMatch(/itself/);
});

test('swaps both ends with their options, and drops options of another match type', () => {
	const geo = text({
		matchType: 'GeoMatch',
		options: '{"maxDistanceMeters": 5, "from": {"longitude": "x"}, "note": 1}',
	});
	const turned = swapped(geo);
	expect([turned.from, turned.to]).toEqual([geo.to, geo.from]);
	expect(JSON.parse(turned.options)).toEqual({ maxDistanceMeters: 5, to: { longitude: 'x' }, note: 1 });
	expect(JSON.parse(withMatchType(geo, 'ExactMatch').options)).toEqual({ note: 1 });
	expect(withLongitude({ from: { longitude: 'x' } }, 'from', '')).toEqual({});
});

test('restores a link from the URL', () => {
	const link = text({ matchType: 'GeoMatch', options: '{\n  "maxDistanceMeters": 1 &' });
	expect(linkInAddress.read(linkInAddress.write(link))).toEqual(link);
});
