import { describe, expect, test } from 'vitest';
import { type Caller, tokenAllows } from '#server/platform/core/caller.ts';
import { testCaller } from '#server/testing/caller.ts';
import { any, decide, entryText, explain, matrixOf, roleAllows, tokenIdIn } from './model.ts';

const caller = (permissions: Caller['permissions']): Caller => testCaller({ permissions });

const patterns = [any, 'demo', 'DEMO', 'guest', 'e\u0301t\u00e9'];
const accesses = ['read', 'write'] as const;
const coordinates = ['demo', 'Guest', '\u00e9te\u0301', any].flatMap((owner) =>
	['demo', 'other'].flatMap((namespace) =>
		['demo', 'gueST', 'new', any].map((datasetName) => ({ owner, namespace, datasetName })),
	),
);
const entries = patterns.flatMap((username) =>
	patterns.flatMap((namespace) =>
		patterns.flatMap((dataset) => accesses.map((access) => ({ username, namespace, dataset, access }))),
	),
);

describe('a token’s access', () => {
	test('matches the service’s own decision for every kind of entry and dataset', () => {
		let allowed = 0;
		for (const entry of entries) {
			for (const coordinate of coordinates) {
				for (const access of accesses) {
					const wanted = tokenAllows(caller([entry]), access, coordinate);
					const decision = decide({ restricted: true, permissions: [entry] }, access, coordinate);
					if (decision.allowed !== wanted) expect({ entry, coordinate, access, decision }).toBe(wanted);
					allowed += Number(wanted);
				}
			}
		}
		expect(allowed).toBeGreaterThan(500);
	});

	test('matches the service’s own decision with several entries and names the one that grants it', () => {
		const sample = entries.filter((_, index) => index % 7 === 0);
		for (const first of sample) {
			for (const second of sample) {
				const permissions = [first, second];
				for (const coordinate of coordinates) {
					for (const access of accesses) {
						const wanted = tokenAllows(caller(permissions), access, coordinate);
						const decision = decide({ restricted: true, permissions }, access, coordinate);
						if (decision.allowed !== wanted) expect({ permissions, coordinate, access, decision }).toBe(wanted);
						if (decision.by !== 'entry' || !wanted) continue;
						const named = permissions[decision.entry];
						if (named === undefined || !tokenAllows(caller([named]), access, coordinate)) {
							expect({ permissions, coordinate, access, decision }).toBe('an entry that allows it by itself');
						}
					}
				}
			}
		}
	});

	test('covers everything if the token is unrestricted, whatever its entries', () => {
		for (const coordinate of coordinates) {
			for (const access of accesses) {
				expect(tokenAllows(caller(null), access, coordinate)).toBe(true);
				expect(decide({ restricted: false, permissions: [] }, access, coordinate).allowed).toBe(true);
			}
		}
	});

	test('is unknown for writing if the service omits an entry’s access', () => {
		const token = { restricted: true, permissions: [{ username: 'demo', namespace: 'a', dataset: 'x' }] };
		const coordinate = { owner: 'demo', namespace: 'a', datasetName: 'x' };
		expect(decide(token, 'read', coordinate)).toEqual({ allowed: true, by: 'entry', entry: 0 });
		expect(decide(token, 'write', coordinate)).toEqual({ allowed: null, by: 'entry', entry: 0 });
		expect(explain(token, decide(token, 'write', coordinate))).toContain('doesn’t specify');
	});
});

const flights = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' } as const;

test('lists granted datasets first, then known ones, and a row for all others', () => {
	const token = { restricted: true, permissions: [flights] };
	const groups = matrixOf(token, [
		{ owner: 'demo', namespace: 'a-geography', datasetName: 'us_states' },
		{ owner: 'demo', namespace: 'aviation', datasetName: 'airports' },
		{ owner: 'demo', namespace: 'aviation', datasetName: 'Flights' },
	]);
	const seen = groups.map((group) => [
		group.namespace,
		group.rows.map((row) => [row.coordinate.datasetName, row.read.allowed, row.write.allowed]),
	]);
	expect(seen).toEqual([
		[
			'aviation',
			[
				['airports', false, false],
				['Flights', true, false],
				[any, false, false],
			],
		],
		[
			'a-geography',
			[
				['us_states', false, false],
				[any, false, false],
			],
		],
	]);
});

test('explains which entry decides', () => {
	const token = { restricted: true, permissions: [flights] };
	const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
	expect(explain(token, decide(token, 'read', at('flights')))).toBe('Entry 1 (demo/aviation/flights): read.');
	expect(explain(token, decide(token, 'write', at('flights')))).toContain('only read access');
	expect(explain(token, decide(token, 'read', at('airports')))).toBe('No entry covers this dataset.');
	expect(entryText({ ...flights, dataset: any })).toBe('all datasets in demo/aviation');
});

test('finds the ID in a token if it has one', () => {
	const payload = Buffer.from(JSON.stringify({ jti: 'ü-1' })).toString('base64url');
	expect(tokenIdIn(`a.${payload}.c`)).toBe('ü-1');
	for (const token of ['', 'opaque', 'a.!!.c', `a.${Buffer.from('{}').toString('base64url')}.c`]) {
		expect(tokenIdIn(token)).toBeNull();
	}
});

test.each([
	['owner', true, true],
	['editor', true, true],
	['viewer', true, false],
	['none', false, false],
	[null, null, null],
] as const)('the role %s allows reading: %s, writing: %s', (role, read, write) => {
	expect(roleAllows(role, 'read')).toBe(read);
	expect(roleAllows(role, 'write')).toBe(write);
});
