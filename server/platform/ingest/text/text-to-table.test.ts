import { expect, test } from 'vitest';
import { sourceOf, tabulate } from './text-to-table.ts';

async function table(text: string, schema: Record<string, string>) {
	const [found] = await tabulate([{ text }], schema, async () => {});
	return found;
}

const flight = {
	flight_number: 'the flight',
	origin: 'Airport it departed from',
	destination: 'Airport it arrived at',
	departure_time: '',
	arrival_time: 'time of landing',
	passengers: 'how many people were aboard',
};

test.each([
	[
		'Flight UA 12 left SFO at 9:40 with 133 people on board and landed at JFK at 18:05.',
		['UA 12', 'SFO', 'JFK', '09:40', '18:05', '133'],
	],
	[
		'Flight LH454 departed Frankfurt for New York at 10:15 with 301 passengers.',
		['LH454', 'Frankfurt', 'New York', '10:15', null, '301'],
	],
	[
		'DL 9 took off from Salt Lake City at 6.30 am carrying 1,088 passengers to Boston',
		['DL 9', 'Salt Lake City', 'Boston', '06:30', null, '1088'],
	],
	['Nothing happened at all.', [null, null, null, null, null, null]],
])('%s', async (text, wanted) => {
	const found = await table(text, flight);
	expect(Object.keys(flight).map((key) => found?.row[key])).toEqual(wanted);
	// If something wasn't found, the text must be kept.
	expect('text' in (found?.row ?? {})).toBe(wanted.includes(null));
});

test.each<[string, string, string, string | null]>([
	['We saw 12 geese near Lake Erie', 'geese', 'number of geese seen', '12'],
	['We saw 12 geese near Lake Erie', 'place', 'where it was', 'Lake Erie'],
	['It weighed about 4.5 kg then', 'weight_g', 'weight in g', '4500'],
	['It weighed about 4.5 kg then', 'weight', '', '4.5 kg'],
	['write to ann@example.org now', 'email', 'e-mail address', 'ann@example.org'],
	['see https://example.org/x. Then', 'url', 'web site', 'https://example.org/x'],
	['Order no. A-4711 from Berlin', 'order', 'order number', 'A-4711'],
	['it was delayed again', 'status', 'one of: on time, delayed or lost', 'delayed'],
	['Origin: the old mill, weight: 12', 'origin', 'where from', 'the old mill'],
	['seen on 5 March 2024 in the rain', 'date', 'When', '2024-03-05'],
	['seen on 03/04/2024 in the rain', 'date', 'When', null],
	['gesehen am 12.06.2024 im Regen', 'date', 'When', '2024-06-12'],
	['at 9:40 or at 11:20, who knows', 'time', 'time', null],
	['it cost 12 coins in all of it', 'people', 'number of people', null],
])('%s → %s', async (text, name, description, value) => {
	expect((await table(text, { [name]: description }))?.row[name]).toBe(value);
});

test('lists several candidates instead of choosing one', async () => {
	const found = await table('at 9:40 or at 11:20, who knows', { time: '' });
	expect(found?.changes).toEqual([
		{ field: 'time', kind: 'unsure', words: 'left empty because it could be any of "09:40", "11:20"' },
	]);
});

test('doesn’t treat a record that already has the fields as text', () => {
	expect(sourceOf({ flight: 'UA 12', note: 'it was a long way to go' }, { flight: '' })).toBeNull();
	expect(sourceOf({ flight: '', note: 'it was a long way to go' }, { flight: '' })).toBe('note');
	expect(sourceOf({ flight: '', note: 'short' }, { flight: '' })).toBeNull();
});
