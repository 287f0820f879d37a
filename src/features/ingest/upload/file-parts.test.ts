import { expect, test } from 'vitest';
import type { FileReview } from '#contract/file-ingestion.ts';
import { otherParts, targetOfPart } from './file-parts.ts';
import { nothingDecided } from './model.ts';

const workbook = { columns: [], sheets: ['Notes', 'Orders'] } as unknown as FileReview;

test('parts of a file that weren’t chosen may come next, each in a dataset named after it', () => {
	const archive = { ...workbook, sheets: [], entries: ['a.csv', 'in/b.csv'] };
	const decisions = nothingDecided(false);
	expect(otherParts({ review: archive, decisions })).toEqual([]);
	const [other] = otherParts({ review: archive, decisions: { ...decisions, options: { entry: 'a.csv' } } });
	expect(other).toEqual({ option: 'entry', name: 'in/b.csv' });
	const [sheet] = otherParts({ review: workbook, decisions: { ...decisions, options: { sheet: 'Notes' } } });
	expect(sheet).toEqual({ option: 'sheet', name: 'Orders' });
	const unnamed = { owner: 'demo', namespace: 'nature', datasetName: '', isNewNamespace: false };
	const named = { ...unnamed, datasetName: 'years' };
	const targets = [unnamed, named].flatMap((target) =>
		[other, sheet].map((part) => part && targetOfPart(target, part)),
	);
	expect(targets.map((target) => target?.datasetName)).toEqual(['b', 'Orders', 'years', 'years']);
});
