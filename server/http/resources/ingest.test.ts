import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const preview = async (body: unknown): Promise<Record<string, unknown>[]> => {
	const answer = await service.request('POST', '/infer/preview', { as: 'demo', body });
	expect(answer.status).toBe(200);
	return answer.json() as never;
};

describe('a messy table', () => {
	const data = [
		{ id: 'a', seen: '2024-03-05', weight: '1.234,5 kg', phone: '+49 30 901820', country: 'Deutschland', note: 'fine' },
		{ id: 'b', seen: '05.03.2024', weight: '12,5 kg', phone: '030 901821', country: 'France', note: 'fine  ' },
		{ id: 'c', seen: '5 March 2024', weight: '980', phone: '+49 30 901822', country: 'Frankreich', note: 'fine' },
		{ id: 'd', seen: '2024/03/25', weight: '7', phone: '+49 30 901823', country: 'Germany', note: 'fine' },
		{ id: 'e', seen: '2024-03-07', weight: '8', phone: '+4930901824', country: 'Spain', note: 'fine' },
	];

	test('is written alike, every change with its note, and nothing else touched', async () => {
		const rows = await preview({ data });
		expect(rows.map((row) => row.seen)).toEqual(['2024-03-05', '2024-03-05', '2024-03-05', '2024-03-25', '2024-03-07']);
		expect(rows.map((row) => row.weight)).toEqual(['1234.5', '12.5', '980', '7', '8']);
		expect(rows.map((row) => row.country)).toEqual(['Germany', 'France', 'France', 'Germany', 'Spain']);
		expect(rows.map((row) => row.phone)).toEqual([
			'+49 30 901820',
			'+49 30 901821',
			'+49 30 901822',
			'+49 30 901823',
			'+49 30 901824',
		]);
		expect(rows.map((row) => row.note)).toEqual(Array(5).fill('fine'));
		expect(rows[3]).not.toHaveProperty('__metadata_textToTable');
		expect(String(rows[1]?.__metadata_normalize).split('\n')).toEqual([
			'By rules',
			'seen: date: "05.03.2024" became "2024-03-05" (day first, as always between points)',
			'weight: number: "12,5 kg" became "12.5" (decimal comma, unit kg)',
			'phone: phone: "030 901821" became "+49 30 901821" (phone number of DE)',
			'note: spaces: "fine  " became "fine" (spaces at the ends)',
		]);
		// What a note does not name is as it was sent.
		for (const [index, row] of rows.entries()) {
			for (const [field, value] of Object.entries(data[index] ?? {})) {
				if (row[field] !== value) expect(row.__metadata_normalize).toContain(`${field}: `);
			}
		}
	});

	test('that is tidy comes back as it was, without notes', async () => {
		const tidy = [
			{ id: '007', amount: 12.5, at: '2024-03-05T10:00:00Z', country: 'Peru' },
			{ id: '008', amount: 1, at: '2024-03-06T10:00:00Z', country: 'Chile' },
		];
		expect(await preview({ data: tidy })).toEqual(tidy);
	});
});

const flights = [
	{ text: 'Flight UA 12 left SFO at 9:40 with 133 people on board.' },
	{ text: 'Flight LH 454 took off from Frankfurt at 10:15 with 301 passengers.' },
	{ text: 'At 7:05 pm flight BA286 departed from San Francisco; 12 people missed it.' },
	{ text: 'Nothing flew on this foggy morning.' },
];
const schema = { flight: 'Flight number', origin: 'Where it left from', departure_time: 'When it left' };

describe('free text', () => {
	test('becomes the fields of the schema by rules', async () => {
		const rows = await preview({ data: flights, schema });
		expect(rows.map(({ flight, origin, departure_time }) => [flight, origin, departure_time])).toEqual([
			['UA 12', 'SFO', '09:40'],
			['LH 454', 'Frankfurt', '10:15'],
			['BA286', 'San Francisco', '19:05'],
			[null, null, null],
		]);
		expect(rows[0]).not.toHaveProperty('text');
		expect(rows[3]?.text).toBe(flights[3]?.text);
		expect(rows[0]?.__metadata_textToTable).toContain('By rules\nflight: found: "UA 12" was found in "text"');
		expect(rows[3]?.__metadata_textToTable).toContain('origin: missing: nothing was found in "text"');
	});
});

test('keeps every digit of a number, sent as a number or as text', async () => {
	const body = '{"data":[{"n":12345678901234567890,"t":"1.5"},{"n":"1.234.567,25","t":"2,5"},{"n":1.10,"t":"3"}]}';
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'application/json' };
	const address = `${service.settings.publicUrl}/api/v1/infer/preview`;
	const answer = await service.app.fetch(new Request(address, { method: 'POST', headers, body }));
	const text = await answer.text();
	expect(text).toContain('{"n":12345678901234567890,"t":"1.5"},{"n":1234567.25,"t":"2.5","__metadata_normalize":');
	expect(text).toContain('{"n":1.10,"t":"3"}');
});

describe('limits', () => {
	const refused = async (body: unknown) => {
		const answer = await service.request('POST', '/infer/preview', { as: 'demo', body });
		return {
			status: answer.status,
			body: (await answer.json()) as { sub_errors?: { code: string; path: string; message: string }[] },
		};
	};

	test.each([
		['description', { data: [], description: 'é'.repeat(10_001) }],
		['instructions', { data: [], instructions: 'x'.repeat(10_001) }],
		['data', { data: Array(10_001).fill({}) }],
		['data.1', { data: [{}, 'text'] }],
		['data.0.note', { data: [{ note: 'x'.repeat(100_001) }] }],
		['link.Fuzzy', { data: [], link: { Fuzzy: null } }],
		['schema.a', { data: [], schema: { a: 1 } }],
	])('refuses too much, or the wrong thing, at %s', async (path, body) => {
		const { status, body: error } = await refused(body);
		expect([status, error.sub_errors?.[0]?.path]).toEqual([400, path]);
	});

	test('names the record by its number and the field, once', async () => {
		const long = 'x'.repeat(100_001);
		const { body: one } = await refused({ data: [{}, { note: long }] });
		const why = 'Record 2, note: 100,001 characters. The limit is 100,000.';
		expect(one).toMatchObject({ message: why, sub_errors: [{ path: 'data.1.note', message: why }] });
		const { body: two } = await refused({ data: [{ note: long }, { note: long }] });
		expect(two).toMatchObject({ message: 'The request has 2 problems.' });
		expect(two.sub_errors?.map(({ message }) => message.slice(0, 15))).toEqual(['Record 1, note:', 'Record 2, note:']);
		const { body: kind } = await refused({ data: [{}, 'text'] });
		expect(kind).toMatchObject({ message: 'Record 2 must be an object, not text.' });
	});

	test('counts a description in code points', async () => {
		expect(await preview({ data: [], description: '🛩'.repeat(10_000) })).toEqual([]);
		const { body } = await refused({ data: [], description: '🛩'.repeat(10_001) });
		expect(body.sub_errors?.[0]?.message).toContain('10,001 characters');
	});

	test('takes fields of any name', async () => {
		const data: object[] = [
			{ constructor: 'constructor', toString: 'a long text it is', hasOwnProperty: '1,5' },
			{ valueOf: 'x' },
		];
		const rows = await preview({ data, schema: { constructor: 'country', valueOf: 'number' } });
		expect(Object.entries(rows[0] ?? {})).toContainEqual(['constructor', 'constructor']);
		expect(Object.entries(rows[1] ?? {})).toEqual([['valueOf', 'x']]);
	});

	test('refuses a body over the limit', async () => {
		const data = Array.from({ length: 90 }, () => ({ note: 'x'.repeat(99_000) }));
		expect((await refused({ data })).status).toBe(413);
	});
});

test('notes what matches columns of the caller’s datasets', async () => {
	const data = [{ location: 'Seattle' }, { location: 'Atlantis' }];
	const rows = await preview({ data, link: { ExactMatch: null } });
	expect(rows[0]?.__metadata_link).toBe(
		'By rules\nlocation: link: "Seattle" is in "location" of demo/nature/daily_weather',
	);
	expect(rows[1]).toEqual({ location: 'Atlantis' });
	const end = { username: 'demo', namespace: 'nature', dataset: 'daily_weather', columnName: 'location' };
	const named = await preview({ data: [{ city: 'Seattle' }], link: { ExactMatch: { columns: { city: end } } } });
	expect(named[0]?.__metadata_link).toContain('city: link: "Seattle"');
});

test('says which instructions rules cannot follow, and follows the others', async () => {
	const data = [{ day: '03/04/2024' }, { day: '05/06/2024' }];
	const rows = await preview({ data, instructions: 'Dates are day first. Write like Shakespeare.' });
	expect(rows.map((row) => row.day)).toEqual(['2024-04-03', '2024-06-05']);
	expect(rows[0]?.__metadata_normalize).toContain(
		'instructions: instruction: "Write like Shakespeare" was not followed',
	);
	const left = await preview({ data });
	expect(left.map((item) => item.day)).toEqual(['03/04/2024', '05/06/2024']);
	expect(left[0]?.__metadata_normalize).toContain('day: unsure: "03/04/2024" was left as it is');
});
