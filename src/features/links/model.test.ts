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

test('fields become a link, a dataset without an owner is one’s own', () => {
	expect(readLink(text(), 'demo').link).toEqual({
		from: { username: 'demo', namespace: 'aviation', dataset: 'flights', columnName: 'origin' },
		to: { username: 'demo', namespace: 'aviation', dataset: 'airports', columnName: 'iata' },
		matchType: 'ExactMatch',
	});
});

test('options of any name go along as they are', () => {
	const options = '{"trim": true, "weight": {"of": [1, 2.5]}}';
	expect(readLink(text({ options }), 'demo').link?.options).toEqual({ trim: true, weight: { of: [1, 2.5] } });
});

test.each([
	['{"trim": tru}', 'options', 'Line 1, column 10: expected a value, found "tru".'],
	['[1]', 'options', 'Options must be a JSON object, such as {"trim": true}.'],
])('says where options that are %s are wrong', (options, field, problem) => {
	expect(readLink(text({ options }), 'demo')).toMatchObject({ link: null, problems: { [field]: problem } });
});

test('what is missing is not wrong yet, a column linked with itself is', () => {
	const half = readLink(text({ to: { dataset: '', column: '' } }), 'demo');
	expect(half).toEqual({ link: null, problems: {}, missing: ['the dataset to link to'] });
	const same = readLink(text({ to: { dataset: 'demo/Aviation/FLIGHTS', column: 'origin' } }), 'demo');
	expect(same.problems['to.columnName']).toMatch(/itself/);
});

test('swapping turns the ends and what the options say of them; another match type drops what only the first knew', () => {
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

test('an address brings the same link back', () => {
	const link = text({ matchType: 'GeoMatch', options: '{\n  "maxDistanceMeters": 1 &' });
	expect(linkInAddress.read(linkInAddress.write(link))).toEqual(link);
});
