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

describe('a table', () => {
	const data = [
		{ id: 'a', seen: '2024-03-05', weight: '1.234,5 kg', phone: '+49 30 901820', country: 'Deutschland', note: 'fine' },
		{ id: 'b', seen: '05.03.2024', weight: '12,5 kg', phone: '030 901821', country: 'France', note: 'fine  ' },
		{ id: 'c', seen: '5 March 2024', weight: '980', phone: '+49 30 901822', country: 'Frankreich', note: 'fine' },
		{ id: 'd', seen: '2024/03/25', weight: '7', phone: '+49 30 901823', country: 'Germany', note: 'fine' },
		{ id: 'e', seen: '2024-03-07', weight: '8', phone: '+4930901824', country: 'Spain', note: 'fine' },
	];

	test('with mixed formats is normalized with a note for each change, and nothing else changes', async () => {
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
			'Processed by rules',
			'seen: date: "05.03.2024" became "2024-03-05" (day first, the usual order with periods)',
			'weight: number: "12,5 kg" became "12.5" (decimal comma, unit kg)',
			'phone: phone: "030 901821" became "+49 30 901821" (phone number, country DE)',
			'note: spaces: "fine  " became "fine" (leading and trailing spaces)',
		]);
		// Anything without a note is unchanged.
		for (const [index, row] of rows.entries()) {
			for (const [field, value] of Object.entries(data[index] ?? {})) {
				if (row[field] !== value) expect(row.__metadata_normalize).toContain(`${field}: `);
			}
		}
	});

	test('that is consistent is returned unchanged, without notes', async () => {
		const tidy = [
			{ id: '007', amount: 12.5, at: '2024-03-05T10:00:00Z', country: 'Peru' },
			{ id: '008', amount: 1, at: '2024-03-06T10:00:00Z', country: 'Chile' },
		];
		expect(await preview({ data: tidy })).toEqual(tidy);
	});
});

describe('records with different fields', () => {
	const shapeOf = (rows: readonly object[]) =>
		new Set(
			rows.map((row) =>
				Object.keys(row)
					.filter((field) => !field.startsWith('__metadata_'))
					.join(' '),
			),
		);

	test('become rows with the same fields in the same order', async () => {
		// A ragged CSV, JSON Lines with fields in other orders and different fields, and an internal field of an agent's rows.
		const data = [
			{ id: '1', name: 'Pan ' },
			{ name: 'Io', id: '2', radius: '1821.6' },
			{ radius: '252.1', __metadata: { score: 1 } },
			{},
		];
		const rows = await preview({ data });
		expect([...shapeOf(rows)]).toEqual(['id name radius __metadata']);
		expect(rows[0]).toMatchObject({ id: '1', name: 'Pan', radius: null, __metadata: null });
		expect(rows[1]).toEqual({ id: '2', name: 'Io', radius: '1821.6', __metadata: null });
		expect(rows[3]).toEqual({ id: null, name: null, radius: null, __metadata: null });
	});

	test('do so even if only some of them are read from text', async () => {
		const data = [
			{ text: 'Flight UA 12 left SFO at 9:40.' },
			{ flight: 'LH 454', text: 'short' },
			{ flight: 'BA 286' },
		];
		const rows = await preview({ data, schema: { flight: 'Flight number', origin: 'Where it left from' } });
		expect(shapeOf(rows).size).toBe(1);
		expect(rows.map(({ flight }) => flight)).toEqual(['UA 12', 'LH 454', 'BA 286']);
	});
});

describe('notes on what had no effect', () => {
	const notes = async (body: { data: object[]; schema?: object; instructions?: string }) =>
		(await preview(body)).map((row) => String(row.__metadata_preview ?? '').split('\n'));
	const tidy = [{ name: 'Pan' }, { name: 'Io' }];

	test('mention a field of the schema that no record has', async () => {
		const [first, second] = await notes({ data: tidy, schema: { Name: '', radius: 'in km', name: '' } });
		expect(first).toEqual([
			'Processed by rules',
			'schema: instruction: no record has the field "Name" or text that may contain it. Did you mean "name"?',
			'schema: instruction: no record has the field "radius" or text that may contain it',
		]);
		expect(second).toEqual(['']);
	});

	test('don’t mention a field that some record has, or that was searched for in text', async () => {
		expect(await notes({ data: tidy, schema: { name: 'of the moon' } })).toEqual([[''], ['']]);
		const data = [{ text: 'Nothing flew on this foggy morning.' }];
		const [read] = await preview({ data, schema: { flight: 'Flight number' } });
		expect(read?.__metadata_textToTable).toContain('flight: missing: nothing was found in "text"');
		expect(read).not.toHaveProperty('__metadata_normalize');
	});

	test.each(['Trim names', 'trim all whitespace', 'Remove leading and trailing spaces', 'Strip spaces at the ends'])(
		'mention trimming only if there was nothing to trim: %s',
		async (instructions) => {
			const [first] = await preview({ data: [{ name: ' Pan ' }, ...tidy], instructions });
			expect(first).not.toHaveProperty('__metadata_preview');
			expect(String(first?.__metadata_normalize).split('\n')).toEqual([
				'Processed by rules',
				'name: spaces: " Pan " became "Pan" (leading and trailing spaces)',
			]);
			const [none] = await notes({ data: tidy, instructions });
			expect(none).toEqual([
				'Processed by rules',
				`instructions: instruction: "${instructions}" changed nothing: no text has leading or trailing spaces`,
			]);
		},
	);

	test.each(['Trim names to 3 characters', "Don't trim names", 'Strip HTML tags', 'Remove all spaces'])(
		'mention what rules can’t do: %s',
		async (instructions) => {
			const [first] = await notes({ data: tidy, instructions });
			expect(first?.[1]).toContain(`"${instructions}" wasn’t followed because no language model was used`);
		},
	);

	test('mention a date order only if no date uses it', async () => {
		const instructions = 'Dates are day first.';
		const [none] = await notes({ data: [{ day: '2024-04-03' }, { day: '2024-06-05' }], instructions });
		expect(none?.[1]).toBe('instructions: instruction: "Dates are day first" changed nothing in these records');
		const [done] = await notes({ data: [{ day: '03/04/2024' }, { day: '05/06/2024' }], instructions });
		expect(done?.join()).not.toContain('changed nothing');
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
	test('is converted to the fields of the schema by rules', async () => {
		const rows = await preview({ data: flights, schema });
		expect(rows.map(({ flight, origin, departure_time }) => [flight, origin, departure_time])).toEqual([
			['UA 12', 'SFO', '09:40'],
			['LH 454', 'Frankfurt', '10:15'],
			['BA286', 'San Francisco', '19:05'],
			[null, null, null],
		]);
		expect(rows.map(({ text }) => text ?? null)).toEqual([null, null, null, flights[3]?.text]);
		expect(rows[0]?.__metadata_textToTable).toContain('Processed by rules\nflight: found: "UA 12" was found in "text"');
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
		['data', { data: [Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, 1])), { b: 1 }] }],
		['data', { data: [{ ['x'.repeat(1_000_000)]: 1 }, ...Array(50).fill({ y: 1 })] }],
		['link.Fuzzy', { data: [], link: { Fuzzy: null } }],
		['link.GeoMatch', { data: [], link: { GeoMatch: { maxDistanceMeters: 5 } } }],
		['schema.a', { data: [], schema: { a: 1 } }],
	])('rejects excessive or invalid input at %s', async (path, body) => {
		const { status, body: error } = await refused(body);
		expect([status, error.sub_errors?.[0]?.path]).toEqual([400, path]);
	});

	test('names the record number and the field in each problem', async () => {
		const long = 'x'.repeat(100_001);
		const { body: one } = await refused({ data: [{}, { note: long }] });
		const why = 'Record 2, note: the text has 100,001 characters. The limit is 100,000. Shorten the text.';
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

	test('accepts any field name', async () => {
		const data: object[] = [
			{ constructor: 'constructor', toString: 'a long text it is', hasOwnProperty: '1,5' },
			{ valueOf: 'x' },
		];
		const rows = await preview({ data, schema: { constructor: 'country', valueOf: 'number' } });
		expect(Object.entries(rows[0] ?? {})).toContainEqual(['constructor', 'constructor']);
		const { constructor: first, ...others } = Object.fromEntries(Object.entries(rows[1] ?? {}));
		expect([first, others]).toEqual([null, { toString: null, hasOwnProperty: null, valueOf: 'x' }]);
	});

	test('rejects a body over the limit', async () => {
		const data = Array.from({ length: 90 }, () => ({ note: 'x'.repeat(99_000) }));
		expect((await refused({ data })).status).toBe(413);
	});
});

test('notes values that match columns of the caller’s datasets', async () => {
	const data = [{ location: 'Seattle' }, { location: 'Atlantis' }];
	const rows = await preview({ data, link: { ExactMatch: null } });
	expect(rows[0]?.__metadata_link).toBe(
		'Processed by rules\nlocation: link: "Seattle" is in column "location" of demo/nature/daily_weather',
	);
	expect(rows[1]).toEqual({ location: 'Atlantis' });
	const end = { username: 'demo', namespace: 'nature', dataset: 'daily_weather', columnName: 'location' };
	const named = await preview({ data: [{ city: 'Seattle' }], link: { ExactMatch: { columns: { city: end } } } });
	expect(named[0]?.__metadata_link).toContain('city: link: "Seattle"');
});

describe('location links', () => {
	// A location near the airport of Seattle, and one in the Pacific.
	const near = { name: 'near', lat: '47.4490', lon: -122.3093 };
	const far = { name: 'far', lat: '0', lon: '-140' };
	const geo = { GeoMatch: null };
	const generalOf = (row: Record<string, unknown> | undefined) => String(row?.__metadata_preview).split('\n').slice(1);

	test('note nearby locations in the caller’s datasets', async () => {
		const rows = await preview({ data: [near, far, { name: 'nowhere', lat: 'n/a', lon: '' }], link: geo });
		expect(rows[0]?.__metadata_link).toMatch(
			/^Processed by rules\nlat: link: 47\.449, -122\.3093 is \d{1,3} m from a location in demo\/aviation\/airports$/,
		);
		expect(rows.slice(1).map((row) => row.__metadata_link)).toEqual([undefined, undefined]);
		expect(rows.filter((row) => '__metadata_preview' in row)).toEqual([]);
		const both = await preview({ data: [{ ...near, location: 'Seattle' }], link: { ...geo, ExactMatch: null } });
		expect(String(both[0]?.__metadata_link).split('\n')).toHaveLength(3);
	});

	test('explain why nothing was compared', async () => {
		const [unnamed] = await preview({ data: [{ a: '47.4', b: '-122.3' }], link: geo });
		expect(generalOf(unnamed)).toEqual([
			'link: instruction: GeoMatch wasn’t applied: no latitude and longitude fields were found. Name them "lat" and "lon", for example',
		]);
		const [unread] = await preview({ data: [{ lat: '147.4', lon: 'west' }], link: geo });
		expect(generalOf(unread)).toEqual([
			'link: instruction: GeoMatch wasn’t applied: no record has valid coordinates in "lat" and "lon"',
		]);
		const answer = await service.request('POST', '/infer/preview', { as: 'guest', body: { data: [near], link: geo } });
		expect(generalOf(((await answer.json()) as Record<string, unknown>[])[0])).toEqual([
			'link: instruction: GeoMatch wasn’t applied: none of your datasets has latitude and longitude columns',
		]);
		const [unmatched] = await preview({ data: [{ nobody_has_this: '1' }], link: { ExactMatch: null } });
		expect(generalOf(unmatched)).toEqual([
			'link: instruction: ExactMatch wasn’t applied: no column in your datasets has the same name as a field',
		]);
	});

	test('say that nothing matched, in a note on the first row only', async () => {
		const rows = await preview({ data: [far, { ...far, lon: '-141' }], link: geo });
		expect(generalOf(rows[0])).toEqual([
			'link: instruction: GeoMatch found nothing nearby: none of your datasets has coordinates within 1,000 m of a record',
		]);
		expect(rows[1]).not.toHaveProperty('__metadata_preview');
		const [unequal] = await preview({ data: [{ iata: 'no airport' }], link: { ExactMatch: null } });
		expect(generalOf(unequal)).toEqual([
			expect.stringMatching(
				/^link: instruction: ExactMatch found no matching value in column "iata" of demo\/aviation\/airports/,
			),
		]);
	});
});

test('notes instructions that rules can’t follow, and follows the others', async () => {
	const data = [{ day: '03/04/2024' }, { day: '05/06/2024' }];
	const rows = await preview({ data, instructions: 'Dates are day first. Write like Shakespeare.' });
	expect(rows.map((row) => row.day)).toEqual(['2024-04-03', '2024-06-05']);
	expect(rows[0]?.__metadata_normalize).not.toContain('instruction');
	expect(rows[0]?.__metadata_preview).toContain('instructions: instruction: "Write like Shakespeare" wasn’t followed');
	const left = await preview({ data });
	expect(left.map((item) => item.day)).toEqual(['03/04/2024', '05/06/2024']);
	expect(left[0]?.__metadata_normalize).toContain('day: unsure: "03/04/2024" wasn’t changed');
});
