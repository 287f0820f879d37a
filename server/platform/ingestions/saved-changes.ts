import type { FileReview } from '#contract/file-ingestion.ts';
import type { SavedChanges } from '#contract/ingest.ts';
import type { IngestionRow } from './find.ts';

/** How what is saved differs from the file. */
export function savedChanges({ plan, cleaning, mode }: IngestionRow, review: FileReview): SavedChanges {
	const columns = review.columns.flatMap(({ from, column, misfits, action, corrected = 0, cleared = 0 }) => {
		const off: readonly string[] = plan?.columns?.find((planned) => planned.from === from)?.withoutRules ?? [];
		const rules = cleaning?.columns.find((cleaned) => cleaned.from === from)?.rules ?? [];
		const cleaned = rules.flatMap(({ rule, count }) => (off.includes(rule) || count === 0 ? [] : [{ rule, count }]));
		const emptied = cleared + (action === 'null' ? misfits : 0);
		const isChanged = column !== '' && emptied + corrected + cleaned.length > 0;
		return isChanged ? [{ column, emptied, corrected, cleaned }] : [];
	});
	const fixed = plan?.fixedLines ?? [];
	const left = fixed.filter(({ text }) => text.trim() === '').length;
	return {
		columns,
		skippedRows: review.skippedRows,
		skippedLines: review.rejectedLines.total + left,
		correctedLines: fixed.length - left,
		existingRows: mode === 'append' ? review.effect.unchanged : 0,
	};
}
