import { expect, test } from 'vitest';
import { shownOutput, toOutputItems } from './output-item.ts';

const href = 'https://data.example.org/api/v1/outputs/x';
const at = (namespace: string) => ({ owner: 'demo', namespace, datasetName: 'delays', href });
const file = (name: string) => ({ name, downloadUrl: href, expiresAt: '2026-01-01T00:00:00Z' });

test('gives outputs with equal names unique names', () => {
	const items = toOutputItems([
		at('a'),
		at('b'),
		file('notes.csv'),
		file('notes.csv'),
		{ ...at('a'), datasetName: 'rest' },
	]);
	expect(items.map((item) => item.name)).toEqual([
		'demo/a/delays',
		'demo/b/delays',
		'notes.csv',
		'notes_1.csv',
		'rest',
	]);
	for (const it of items) expect(shownOutput(items, it.name)).toBe(it);
});
