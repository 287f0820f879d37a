import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createModels } from '../models/models.ts';
import { modelSettings, openModelServer } from '../testing/model-server.ts';
import { createTestService, type TestService } from '../testing/service.ts';
import { createTextLog, describeError } from './log.ts';

let lines: string[];
const log = createTextLog('info', (line) => void lines.push(line));
let service: TestService;
beforeAll(async () => {
	service = await createTestService({}, undefined, log);
});
afterAll(() => service.close());

beforeEach(() => {
	lines = [];
});
afterEach(() => {
	vi.restoreAllMocks();
});

const secret = 'SELECT 4711 AS private_number';
const body = {
	sources: [],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'private_name' },
	code: { payload: secret },
};
const write = (statement: string) => service.platform.catalog.write((tx) => tx.execute(sql.raw(statement)));

test.each([
	['refuses a row', 'add constraint no_code check (length(payload) < 5) not valid', 'drop constraint no_code', '23514'],
	['lacks a column', 'rename column payload to gone', 'rename column gone to payload', '42703'],
])('logs a failed write in one line without its parameters: the database %s', async (_, breaks, restores, code) => {
	await write(`alter table build_specs ${breaks}`);
	const answer = await service.request('POST', '/build-specs', { as: 'demo', body });
	await write(`alter table build_specs ${restores}`);
	const { message } = await answer.json();
	const [, requestId = ''] = /for request ID (\S+)\.$/.exec(message) ?? [];
	expect(answer.status).toBe(500);
	expect(lines).toHaveLength(1);
	expect(lines[0]).toContain(`request ${requestId}: POST /api/v1/build-specs failed`);
	expect(lines[0]).toContain('insert into "build_specs"');
	expect(lines[0]).toContain(`code ${code}`);
	expect(lines[0]).not.toMatch(/4711|private|params|\n/);
});

test('logs a model failure with its status, but not its response', async () => {
	const server = await openModelServer();
	server.reply({ status: 400 });
	const models = createModels(modelSettings([server.provider]), log);
	const schema = z.object({ n: z.number() });
	const question = { name: 'n', instructions: secret, prompt: secret, schema, signal: new AbortController().signal };
	const asking = models.choose({ provider: undefined, model: undefined })?.answer(question);
	await expect(asking).rejects.toThrow('responded with status 400');
	await server.close();
	expect(lines).toEqual(['model small (local): error, status 400']);
});

test.each([0, 20, 100, 300])('logs nothing if a client disconnects after %i ms', async (ms) => {
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
	const address = `${service.settings.publicUrl}/api/v1/data/demo/aviation/flights?sort=distance&limit=10000`;
	const leaving = new AbortController();
	if (ms === 0) leaving.abort();
	const request = new Request(address, { headers, signal: leaving.signal });
	const query = vi.spyOn(service.platform.engine, 'query');
	const answer = service.app.fetch(request);
	await vi.waitFor(() => expect(query).toHaveBeenCalled(), { interval: 1 });
	await new Promise((resolve) => setTimeout(resolve, ms));
	leaving.abort();
	await answer;
	expect(lines).toEqual([]);
});

test('logs an error without the values it quotes', () => {
	const cause = Object.assign(new Error(`Key (payload)=(${secret})`), {
		severity: 'ERROR',
		code: '23505',
		detail: secret,
	});
	const failed = new Error(`Failed query: insert into "t" values ($1)\nparams: ${secret}\n    at private`, { cause });
	expect(describeError(failed)).toMatch(
		/^Error: insert into "t" values \(\$1\) \(.*log\.test\.ts.*caused by Error \[code 23505\]/,
	);
	expect(describeError(failed)).not.toMatch(/4711|private/);
	expect(describeError(new SyntaxError(`Unexpected token in ${secret}`))).not.toContain('4711');
	expect(describeError(new TypeError('undefined has no length'))).toContain('TypeError: undefined has no length (');
});
