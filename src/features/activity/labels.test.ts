import { expect, test } from 'vitest';
import type { Exchange } from '../../api/http.ts';
import { wordsOf } from './labels.ts';

const write = (operation: string, input: object, result?: unknown, errorCode: string | null = null): Exchange => ({
	operation,
	template: `/of/${operation}`,
	method: 'POST',
	url: 'https://data.example/api/v1/x',
	at: 0,
	ms: 0,
	status: errorCode === null ? 200 : 409,
	requestId: null,
	errorCode,
	subErrors: [],
	bearer: true,
	write: { input, ...(result === undefined ? {} : { result }) },
});

const body = { destination: { owner: 'demo', namespace: 'aviation', datasetName: 'delays' } };
const params = { username: 'demo', namespace: 'aviation', datasetName: 'flights' };

test.each([
	[write('updateBuildSpec', { body }, { version: 8 }), 'Saved BuildSpec demo/aviation/delays, version 8'],
	[write('updateBuildSpec', { body }, undefined, 'VERSION_CONFLICT'), 'Couldn’t save BuildSpec demo/aviation/delays'],
	[write('startPreviewRun', { params: { buildSpecId: '0123456789' } }), 'Started a preview of BuildSpec 01234567'],
	[write('deleteDataset', { params }), 'Deleted dataset demo/aviation/flights'],
	[write('wipeNamespace', { params }), 'Wiped namespace demo/aviation'],
	[write('renameNamespace', { params, body: 'sky' }), 'Renamed namespace demo/aviation to sky'],
	[
		write('revokeShare', { params, body: { username: 'guest', role: 'viewer' } }),
		'Revoked guest’s access to demo/aviation (viewer)',
	],
	[write('somethingNew', {}), 'Sent POST /of/somethingNew'],
	[write('checkBuildSpec', { body }), null],
	[{ ...write('getMe', {}), method: 'GET' }, null],
])('describes %o', (exchange, expected) => {
	expect(wordsOf(exchange)).toBe(expected);
});
