import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTextLog } from '../../logging/log.ts';
import {
	type ModelRequest,
	type ModelServer,
	modelSettings,
	openModelServer,
	type Reply,
} from '../../testing/model-server.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

const lines: string[] = [];
let service: TestService;
let server: ModelServer;
beforeAll(async () => {
	server = await openModelServer();
	service = await createTestService(
		{ models: modelSettings([server.provider], { deadlineMs: 1_000 }) },
		undefined,
		createTextLog('info', (line) => void lines.push(line)),
	);
});
afterAll(async () => {
	await service.close();
	await server.close();
});

type Rows = Record<string, unknown>[];
const preview = (body: unknown): Promise<Rows> => service.json('POST', '/infer/preview', { as: 'demo', body });

/** Answers each record of a request according to its text. */
const scripted =
	(answer: (record: Record<string, string>) => Record<string, string | null>) =>
	(request: ModelRequest): Reply => {
		const [, json = ''] = /<data-[\w-]+>\n(\{.*\})\n<\/data-/.exec(request.text) ?? [];
		const { records } = JSON.parse(json) as { records: (Record<string, string> & { record: number })[] };
		return {
			object: {
				records: records.map((record) => ({
					record: record.record,
					fields: Object.entries(answer(record)).map(([name, value]) => ({ name, value })),
				})),
			},
		};
	};

const schema = { flight: 'Flight number', delayed_by: 'Why it was late', people: 'number of people' };
const data = [
	{ text: 'Flight UA 12 was held back by thick fog with 133 people waiting.' },
	{ text: 'Flight LH 454 flew on time with 301 people.' },
];

test('extracts what rules can’t, and ignores values that aren’t in the text', async () => {
	server.reply(
		scripted(({ text = '' }) =>
			text.includes('fog')
				? { flight: 'UA 12', delayed_by: 'thick fog', people: '133' }
				: { flight: 'LH 454', delayed_by: 'a strike', people: '999' },
		),
	);
	const rows = await preview({ data, schema });
	expect(rows.map(({ flight, delayed_by, people }) => [flight, delayed_by, people])).toEqual([
		['UA 12', 'thick fog', '133'],
		['LH 454', null, '301'],
	]);
	const notes = rows.map((row) => String(row.__metadata_textToTable).split('\n'));
	expect(notes[0]?.[0]).toBe('Processed by rules and the model small (local)');
	expect(notes[0]).toContain('delayed_by: model: "thick fog" was found in "text" by the model small (local)');
	expect(notes[1]).toContain(
		'delayed_by: refused: "a strike", suggested by the model small (local), isn’t in "text", so it was ignored',
	);
	expect(server.requests[0]?.response_format?.type).toBe('json_schema');
});

test('follows instructions that rules can’t, and rejects made-up numbers', async () => {
	server.reply(scripted(({ name = '' }) => (name === 'ada LOVELACE' ? { name: 'Ada Lovelace', born: '1816' } : {})));
	const rows = await preview({
		data: [
			{ name: 'ada LOVELACE', born: '1815' },
			{ name: 'Grace Hopper', born: '1906' },
		],
		instructions: 'Write names with capitals.',
	});
	expect(rows[0]).toMatchObject({ name: 'Ada Lovelace', born: '1815' });
	expect(rows[0]?.__metadata_normalize).toContain('born: refused: "1816"');
	expect(rows[1]).toEqual({ name: 'Grace Hopper', born: '1906' });
});

test.each<[string, Reply | ((request: ModelRequest) => Reply), RegExp]>([
	['too few records', { object: { records: [] } }, /returned 0 records instead of 2/],
	['fields that weren’t requested', scripted(() => ({ color: 'red' })), /returned fields that weren’t requested/],
	['an error', { status: 400 }, /responded with status 400/],
	['nothing', 'silence', /timed out after 1 s|took too long/],
])('keeps what rules found if the model returns %s, with a note', async (_, reply, words) => {
	server.reply(reply);
	const rows = await preview({ data, schema });
	expect(rows.map((row) => row.flight)).toEqual(['UA 12', 'LH 454']);
	expect(rows[0]?.__metadata_preview).toMatch(words);
});

test('names the model that records are sent to', async () => {
	const facts = await service.json('GET', '/infer', { as: 'demo' });
	expect(facts).toMatchObject({
		model: { provider: 'local', name: 'small', host: new URL(server.provider.baseUrl).host },
	});
});

test('asks in batches, and a failed batch affects only its own records', async () => {
	const many = Array.from({ length: 60 }, (_, n) => ({
		text: `Flight UA ${n + 1} was late because of snow number ${n + 1}.`,
	}));
	const good = scripted(() => ({ flight: null, delayed_by: 'snow', people: null }));
	server.reply((request) => (request.text.includes('UA 30 ') ? { status: 400 } : good(request)));
	const rows = await preview({ data: many, schema });
	expect(rows).toHaveLength(60);
	expect(rows.map((row) => row.flight)).toEqual(many.map((_, n) => `UA ${n + 1}`));
	expect(rows.filter((row) => row.delayed_by === 'snow')).toHaveLength(35);
	expect(rows[0]?.delayed_by).toBe('snow');
	expect(rows[29]?.delayed_by).toBeNull();
	await vi.waitFor(() => expect(lines).toContain('model small (local): error, status 400'));
});
