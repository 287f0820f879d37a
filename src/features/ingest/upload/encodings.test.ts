import { expect, test } from 'vitest';
import type { FileReview } from '#contract/file-ingestion.ts';
import { encodingChoices } from './encodings.ts';

test('lists likely encodings first, then common ones, each once', () => {
	const doubts = [{ option: 'encoding', values: ['koi8-r', 'windows-1251'], remark: '' }];
	const [likely, common, others] = encodingChoices({ doubts } as unknown as FileReview);
	expect(likely).toEqual({
		group: 'Likely',
		items: [
			{ value: 'koi8-r', label: 'KOI8-R (Russian)' },
			{ value: 'windows-1251', label: 'Windows-1251 (Cyrillic)' },
		],
	});
	expect(common?.items.map(({ value }) => value)).toEqual([
		...['utf-8', 'windows-1252', 'utf-16le', 'windows-1250', 'shift_jis'],
	]);
	const all = [likely, common, others].flatMap((group) => group?.items.map(({ value }) => value) ?? []);
	expect(new Set(all).size).toBe(27);
	expect(all).toHaveLength(27);
	expect(encodingChoices(null).map(({ group }) => group)).toEqual(['Common', 'Others']);
});
