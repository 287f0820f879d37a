import { describe, expect, it } from 'vitest';
import { listOutputs, listRuns } from '#contract/build-run.ts';
import { deleteBuildSpec, getBuildSpec, listBuildSpecs } from '#contract/build-spec.ts';
import { putSortOrder } from '#contract/dataset.ts';
import { markIngestionSeen } from '#contract/ingest.ts';
import { addLink } from '#contract/link.ts';
import { renameNamespace, wipeNamespace } from '#contract/namespace.ts';
import { getMe } from '#contract/user.ts';
import { parseAnswer, toApiError } from './answer.ts';
import { errorFacts } from './error-facts.ts';

const me = { id: '1', username: 'demo', name: 'Demo', email: 'demo@example.org' };
const spec = {
	id: '6b1f6a3e-0000-4000-8000-000000000001',
	owner: 'demo',
	version: 1,
	sources: [],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'airport_delays' },
	code: { payload: 'select 1' },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: 'some other day',
};

describe('a successful response', () => {
	it('keeps members unknown to the contract', async () => {
		expect(await parseAnswer(getMe, JSON.stringify({ ...me, since: 2020 }), 200, null)).toEqual({ ...me, since: 2020 });
	});

	it('returns the readable items of a list, and unreadable ones raw', async () => {
		const odd = { ...spec, version: 'seven' };
		const answer = await parseAnswer(listBuildSpecs, JSON.stringify({ items: [spec, odd, null] }), 200, null);
		expect(answer).toMatchObject({ items: [spec], nextCursor: null });
		expect(answer).toMatchObject({
			unreadable: [
				{ index: 1, raw: odd },
				{ index: 2, raw: null },
			],
		});
		expect(JSON.stringify(answer)).toContain('version');
	});

	it('treats null as missing unless the contract allows null', async () => {
		const read = (operation: typeof getMe | typeof listOutputs, body: object) =>
			parseAnswer(operation, JSON.stringify(body), 200, null);
		expect(await read(getMe, { id: '1', username: 'demo', name: null, email: null, team: null })).toEqual({
			...{ id: '1', username: 'demo', name: '', email: '', team: null },
		});
		const output = { name: 'a.csv', downloadUrl: 'https://store.example/a' };
		expect(await read(listOutputs, { items: [{ ...output, target: null, expiresAt: null, rows: null }] })).toEqual({
			items: [{ ...output, expiresAt: '' }],
			unreadable: [],
			nextCursor: null,
		});
		await expect(read(getMe, { ...me, username: null })).rejects.toThrow('username');
		expect(
			toApiError('getMe', 409, '{"error_code":"BUSY","message":"Later.","error_message":null,"sub_errors":null}', null),
		).toMatchObject({ code: 'BUSY', message: 'Later.', subErrors: [] });
	});

	it('returns the cursor of the next page', async () => {
		expect(await parseAnswer(listRuns, '{"items": [], "nextCursor": "abc"}', 200, null)).toMatchObject({
			nextCursor: 'abc',
		});
	});

	it('has no value if the contract defines none', async () => {
		expect(await parseAnswer(deleteBuildSpec, '', 204, null)).toBeUndefined();
	});

	it.each([
		['<!doctype html><title>Log in</title>', 'web page'],
		['not json', 'isn’t JSON'],
		['{"id": 3}', 'owner'],
	])('is unreadable if it contains %s', async (text, word) => {
		await expect(parseAnswer(getBuildSpec, text, 200, 'r-1')).rejects.toThrow(word);
		await expect(parseAnswer(getBuildSpec, text, 200, 'r-1')).rejects.toThrow(
			expect.objectContaining({ kind: 'unreadable', code: 'UNREADABLE', requestId: 'r-1' }),
		);
	});
});

describe('a successful response without a defined body', () => {
	it.each([putSortOrder, renameNamespace, wipeNamespace, addLink, markIngestionSeen])(
		'succeeds for $id, whatever the body',
		async (operation) => {
			for (const text of [
				'',
				'OK',
				'true',
				'[]',
				'{"order": 1, "username": 1, "rows": "3", "created": "yes", "seenAt": 7}',
			])
				expect(await parseAnswer(operation, text, text === '' ? 204 : 200, null)).toBeNull();
			const page = parseAnswer(operation, '<!doctype html><title>Log in</title>', 200, null);
			await expect(page).rejects.toThrow('web page');
			const error = '{"error_code": "FORBIDDEN", "message": "No."}';
			await expect(parseAnswer(operation, error, 200, null)).rejects.toThrow('an error with a success status');
		},
	);

	it('is read if the body matches the embedded service’s', async () => {
		expect(await parseAnswer(addLink, '{"created": false}', 200, null)).toEqual({ created: false });
	});
});

describe('an error response', () => {
	it('keeps status, code, request ID and all sub-errors', () => {
		const body = {
			error_code: 'VALIDATION_FAILED',
			message: 'No.',
			sub_errors: [{ code: 'NOT_FOUND', path: 'sources.0', message: 'Unknown.' }],
		};
		const error = toApiError('updateBuildSpec', 400, JSON.stringify(body), 'r-2');
		expect(errorFacts(error)).toEqual({
			message: 'No.',
			code: 'VALIDATION_FAILED',
			requestId: 'r-2',
			subErrors: [{ code: 'NOT_FOUND', path: 'sources.0', message: 'Unknown.' }],
			operation: 'updateBuildSpec',
		});
		expect(error.status).toBe(400);
	});

	it.each(['<html>Bad gateway</html>', '', '{"detail": "nginx"}'])(
		'with the body "%s" still reports the status',
		(text) => {
			const error = toApiError('getMe', 502, text, null);
			expect(error).toMatchObject({ code: 'HTTP_502', status: 502 });
			expect(error.message).toContain('502');
		},
	);

	it.each([
		[429, '<h1>Too Many Requests</h1>', /Too many requests/],
		[503, '<h1>Service Unavailable</h1>', /temporarily unavailable \(503\)/],
		[403, '<!doctype html><title>Blocked</title>', /a web page \(status 403\), possibly from a proxy/],
		[400, '', /status 400 without a message/],
	])('explains status %i from a proxy', (status, text, words) => {
		expect(toApiError('getMe', status, text, null).message).toMatch(words);
	});

	it('uses error_message if message is empty', () => {
		const body = { error_code: 'INTERNAL', message: '', error_message: 'The disk is full.' };
		expect(toApiError('getMe', 500, JSON.stringify(body), null).message).toBe('The disk is full.');
	});
});
