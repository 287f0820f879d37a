import type { FileReview, ReviewedColumn } from '#contract/file-ingestion.ts';
import { useKeptFocus } from '../../../lib/browser/use-kept-focus.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { rowNumber } from '../status-model.ts';
import { CorrectedFile } from './corrected-file.tsx';
import { Corrections } from './corrections.tsx';
import { DownloadRejects, fixesIn, misfitRows } from './download-rejects.tsx';
import { type ColumnDecision, decidedColumn, type Fix, isWhole, withFix } from './model.ts';

interface MisfitsProps {
	readonly column: ReviewedColumn;
	readonly decision: ColumnDecision | undefined;
	/** Fixes of this review. */
	readonly applied: readonly Fix[];
	readonly isNew: boolean;
	/** The workbook's sheet, if the file is one. */
	readonly sheet: string | undefined;
	/** Requests a review with all misfits. */
	readonly onList: () => Promise<FileReview>;
	readonly onDecide: (part: Partial<ColumnDecision>) => void;
}

const outcomeOf = (action: 'null' | 'skip', count: number): string =>
	action === 'null' ? 'Saved as null' : count === 1 ? 'Row skipped' : `${formatCount(count)} rows skipped`;

export function Misfits({ column, decision, applied, isNew, sheet, onList, onDecide }: MisfitsProps) {
	const { from, type, misfits, firstMisfits } = column;
	const fixes = decision?.fixes ?? [];
	const action = decision?.misfits;
	const accepted = fixes.filter(({ to }) => firstMisfits.every(({ value }) => value !== to));
	const listed = async () => (await onList()).columns.find((item) => item.from === from) ?? column;
	const fix = (corrected: readonly Fix[]) =>
		onDecide({ fixes: corrected.reduce((all, one) => withFix(all, one), [...fixes]) });
	const decide = (action: string) => {
		if (action === 'text') return onDecide({ type: 'VARCHAR', format: undefined, misfits: undefined });
		const { type: kept, format } = decidedColumn(column, decision);
		onDecide({
			...(isNew ? { type: kept, format: format ?? undefined } : {}),
			misfits: action === '' ? undefined : (action as 'null' | 'skip'),
		});
	};
	return (
		<Stack gap={2} {...useKeptFocus(':scope td input')}>
			{misfits > 0 && (
				<Inline gap={3} align="end">
					<Choice
						label={`${countOf(misfits, 'value')} in ${from} ${misfits === 1 ? 'doesn’t' : 'don’t'} fit ${type}`}
						value={decision?.misfits ?? ''}
						onChange={decide}
						data={[
							{ value: '', label: 'Choose…' },
							{ value: 'null', label: misfits === 1 ? 'Save as null' : `Save all ${formatCount(misfits)} as null` },
							{ value: 'skip', label: misfits === 1 ? 'Skip row' : `Skip all ${formatCount(misfits)} rows` },
							...(isNew ? [{ value: 'text', label: 'Save the whole column as text' }] : []),
						]}
					/>
					<DownloadRejects
						of={`values in ${from}`}
						name={`${from} values that don’t fit`}
						rows={async () => misfitRows(await listed())}
					/>
					<CorrectedFile
						of={`values in ${from}`}
						onRecords={async (records) => {
							const corrected = fixesIn(records, await listed());
							if (corrected.length > 0) fix(corrected);
							return corrected.length;
						}}
					/>
				</Inline>
			)}
			{firstMisfits.length > 0 && (
				<Corrections
					label={`Values in ${from} that don’t fit`}
					columns={['Row', 'Value', 'Save as']}
					items={firstMisfits.map(({ value, count, row, line }) => {
						// The service lists what a value was corrected to.
						const original = applied.find(({ to }) => to === value)?.value ?? value;
						const corrected = fixes.find((one) => one.value === original)?.to;
						return {
							id: String(row),
							text: value,
							corrected,
							outcome: action === undefined ? undefined : outcomeOf(action, count),
							error: corrected === value ? `Not a valid ${type}` : undefined,
							label: `${from}: ${original}`,
							cells: [
								`${rowNumber({ row, line }, sheet)}${count > 1 ? `, ${formatCount(count)} times` : ''}`,
								<code key="value">{isWhole(original) ? original : `${original.slice(0, 30)}…`}</code>,
							],
							leaveOut: 'Save as null',
							onCorrect: (to: string) => fix([{ value: original, to }]),
						};
					})}
				/>
			)}
			{accepted.map(({ value, to }) => (
				<Inline key={value} gap={2}>
					<Muted>
						<code>{value}</code> is saved as {to === '' ? 'null' : <code>{to}</code>}
					</Muted>
					<CompactButton
						aria-label={`Undo ${from}: ${value}`}
						onClick={() => onDecide({ fixes: fixes.filter((one) => one.value !== value) })}
					>
						Undo
					</CompactButton>
				</Inline>
			))}
		</Stack>
	);
}
