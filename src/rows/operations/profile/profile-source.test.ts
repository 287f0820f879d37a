import { expect, test } from 'vitest';
import { type ProfileReached, profileSource } from './profile-source.ts';

test('reports how many rows are read, and in which pass', async () => {
	const reached: ProfileReached[] = [];
	await profileSource(
		{
			columns: [{ name: 'n', type: 'BIGINT', kind: 'integer' }],
			rowCount: 1_000,
			rows: async () => [],
			queries: {
				location: {},
				run: async (_name, _input, { onProgress }) => {
					for (const done of [250, 1_000, 100]) onProgress?.({ done, total: 1_000 });
					return [];
				},
			},
		},
		{ signal: new AbortController().signal, onColumns: () => {}, onProgress: (item) => reached.push(item) },
	);
	expect(reached.slice(0, 3)).toEqual([
		{ share: 0.25, rows: 250, pass: 1 },
		{ share: 1, rows: 1_000, pass: 1 },
		{ share: 0.1, rows: 100, pass: 2 },
	]);
});
