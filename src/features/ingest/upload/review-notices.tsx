import { Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { DuplicateAction, FileReview } from '#contract/file-ingestion.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { FirstItems } from '../parts.tsx';
import { rowNumber } from '../status-model.ts';
import { CorrectedFile } from './corrected-file.tsx';
import { Corrections } from './corrections.tsx';
import { DownloadRejects, linesIn, rejectedLineRows } from './download-rejects.tsx';
import { type columnChanges, type Decisions, listNames } from './model.ts';

export interface NoticeProps {
	readonly review: FileReview;
	readonly decisions: Decisions;
	/** Requests everything that won't be saved. */
	readonly onList: () => Promise<FileReview>;
	readonly onChange: (part: Partial<Decisions>, anew?: boolean) => void;
}

export function RejectedLines({ review, decisions, onList, onChange }: NoticeProps) {
	const { total, first } = review.rejectedLines;
	const { fixedLines } = decisions;
	const skipped = fixedLines.filter(({ text }) => text.trim() === '').length;
	const corrected = fixedLines.length - skipped;
	const fixed = fixedLines.length > 0 && (
		<Inline gap={2}>
			<Muted>
				{corrected > 0 && `${countOf(corrected, 'corrected line is', 'corrected lines are')} used. `}
				{skipped > 0 && `${countOf(skipped, 'line is', 'lines are')} skipped.`}
			</Muted>
			<SecondaryButton size="xs" onClick={() => onChange({ fixedLines: [] })}>
				{corrected === 0 ? 'Undo' : corrected === 1 && skipped === 0 ? 'Undo correction' : 'Undo corrections'}
			</SecondaryButton>
		</Inline>
	);
	if (total === 0) return fixed;
	const isText = review.options.delimiter !== undefined || review.format.startsWith('NDJSON');
	const fix = (lines: Decisions['fixedLines']) => {
		const byLine = new Map([...fixedLines, ...lines].map((item) => [item.line, item]));
		onChange({ fixedLines: [...byLine.values()] });
	};
	const correct = async (records: Parameters<typeof linesIn>[0]) => {
		const lines = linesIn(records, await onList());
		if (lines.length > 0) fix(lines);
		return lines.length;
	};
	return (
		<Notice tone="warning" title={`${countOf(total, 'line')} couldn’t be parsed`}>
			{isText ? (
				<Corrections
					label="Lines that couldn’t be parsed"
					columns={['Line', 'Read as']}
					items={first.map(({ line, problem, text }) => ({
						id: String(line),
						text,
						corrected: fixedLines.find((fixed) => fixed.line === line)?.text,
						error: fixedLines.some((fixed) => fixed.line === line && fixed.text === text) ? problem : undefined,
						label: `Line ${formatCount(line)}`,
						cells: [formatCount(line)],
						problem: fixedLines.some((fixed) => fixed.line === line) ? undefined : problem,
						// A single line has the choice below.
						leaveOut: total === 1 ? undefined : 'Skip line',
						onCorrect: (corrected: string) => fix([{ line, text: corrected }]),
					}))}
				/>
			) : (
				<FirstItems
					items={first}
					total={total}
					most={20}
					item={({ line, problem, text }) => (
						<li key={line}>
							Line {formatCount(line)}: {problem} <code>{text.slice(0, 200)}</code>
						</li>
					)}
				/>
			)}
			<Inline gap={3}>
				<Checkbox
					label={total === 1 ? 'Skip this line' : 'Skip these lines'}
					checked={decisions.skipLines}
					onChange={(event) => onChange({ skipLines: event.currentTarget.checked })}
				/>
				<DownloadRejects
					of="lines that couldn’t be parsed"
					name="lines that couldn’t be parsed"
					rows={async () => rejectedLineRows((await onList()).rejectedLines.first)}
				/>
				{isText && <CorrectedFile of="lines that couldn’t be parsed" onRecords={correct} />}
			</Inline>
			{fixed}
		</Notice>
	);
}

interface ColumnChangesProps extends Omit<ReturnType<typeof columnChanges>, 'lost'> {
	readonly mode: IngestionMode;
}

/** Columns that will be left empty, skipped or changed, so nobody is surprised later. */
export function ColumnChanges({ unfilled, added, skipped, retyped, mode }: ColumnChangesProps) {
	return (
		<>
			{retyped.length > 0 && (
				<Notice
					tone="warning"
					title={`${countOf(retyped.length, 'column changes its type', 'columns change their types')}`}
				>
					<FirstItems
						items={retyped}
						total={retyped.length}
						most={10}
						item={({ name, before, after }) => (
							<li key={name}>
								{name}: {before} → {after}
							</li>
						)}
					/>
					Queries and BuildSpecs that read {retyped.length === 1 ? 'it' : 'them'} may fail. To keep a type, choose it
					below.
				</Notice>
			)}
			{unfilled.length > 0 && (
				<Muted component="p">
					{unfilled.length === 1 ? 'Column' : 'Columns'} missing from the file: {listNames(unfilled)}.{' '}
					{mode === 'upsert' && 'Updated rows keep their values. '}
					New rows are empty in {unfilled.length === 1 ? 'this column' : 'these columns'}.
				</Muted>
			)}
			{added.length > 0 && (
				<Muted component="p">
					{added.length === 1 ? 'Column' : 'Columns'} added to the dataset: {listNames(added)}. Existing rows are empty
					in {added.length === 1 ? 'this column' : 'these columns'}.
				</Muted>
			)}
			{skipped.length > 0 && (
				<Muted component="p">
					{skipped.length === 1 ? 'Column' : 'Columns'} in the file that won’t be saved: {listNames(skipped)}.
				</Muted>
			)}
		</>
	);
}

/** Rows that can't be compared with the dataset's, because a key column is empty. */
export function EmptyKeys({ review, decisions: { emptyKeys }, onChange }: Omit<NoticeProps, 'onList'>) {
	const { total, first } = review.emptyKeys ?? { total: 0, first: [] };
	if (total === 0) return null;
	const isOne = total === 1;
	const shown = first.slice(0, total === 21 ? 21 : 20).map((row) => rowNumber(row, review.options.sheet));
	const rest = total > shown.length ? ` and ${countOf(total - shown.length, 'more', 'more')}` : '';
	return (
		<Notice
			tone={emptyKeys === 'skip' ? 'info' : 'warning'}
			title={`${countOf(total, 'row has', 'rows have')} no value in a key column`}
		>
			<Stack gap={2}>
				<div>
					{isOne ? 'Row' : 'Rows'} {shown.join(', ')}
					{rest}
				</div>
				<Inline gap={3}>
					<Checkbox
						label={isOne ? 'Skip this row' : 'Skip rows without a key'}
						checked={emptyKeys === 'skip'}
						onChange={(event) => onChange({ emptyKeys: event.currentTarget.checked ? 'skip' : undefined })}
					/>
					<Muted>Or choose other key columns, or fill in the {isOne ? 'value' : 'values'} in the file.</Muted>
				</Inline>
			</Stack>
		</Notice>
	);
}

interface ExistingRowsProps extends Omit<NoticeProps, 'onList'> {
	readonly dataset: DatasetCoordinate;
}

/** Rows that would be twice in the dataset, also if it's too large to look for them but the same file was saved before. */
export function ExistingRows({ dataset, review, decisions: { mode, existingRows }, onChange }: ExistingRowsProps) {
	const { rows, savedBefore } = review;
	const total = review.existingRows?.total;
	if (mode !== 'append' || (total === undefined ? savedBefore === undefined : total === 0)) return null;
	const isSkipped = existingRows === 'skip';
	return (
		<Notice
			tone={isSkipped ? 'info' : 'warning'}
			title={
				total === undefined
					? 'The same file was already saved to this dataset'
					: `${formatCount(total)} of ${countOf(rows, 'row')} already ${total === 1 ? 'exists' : 'exist'} in ${dataset.datasetName}`
			}
		>
			<Stack gap={2}>
				<div>
					{savedBefore !== undefined && (
						<>
							{total === undefined ? 'It was' : 'The same file was'}{' '}
							<Link to={paths.ingestion(savedBefore.ingestionId)}>saved</Link> <RelativeTime iso={savedBefore.at} />.{' '}
						</>
					)}
					{!isSkipped && (total === 1 ? 'The row will be added again.' : 'The rows will be added again.')}
				</div>
				<Checkbox
					label="Skip rows that already exist"
					checked={isSkipped}
					onChange={(event) => onChange({ existingRows: event.currentTarget.checked ? 'skip' : undefined })}
				/>
			</Stack>
		</Notice>
	);
}

export function DuplicateKeys({ review, decisions: { duplicates = 'refuse' }, onChange }: Omit<NoticeProps, 'onList'>) {
	const { total, first } = review.duplicateKeys;
	if (total === 0) return null;
	return (
		<Notice
			tone={duplicates === 'refuse' ? 'warning' : 'info'}
			title={total === 1 ? '1 duplicate key' : `${formatCount(total)} duplicate keys`}
		>
			<Stack gap={2}>
				<FirstItems
					items={first}
					total={total}
					most={5}
					item={({ key, rows, lines }) => (
						<li key={rows.join(' ')}>
							<code>{key.map((text) => text ?? 'no value').join(', ')}</code> in rows{' '}
							{rows.map((row, index) => rowNumber({ row, line: lines?.[index] }, review.options.sheet)).join(', ')}
						</li>
					)}
				/>
				<Inline gap={3} align="end">
					<Choice
						label="Rows with the same key"
						value={duplicates}
						onChange={(action) => onChange({ duplicates: action as DuplicateAction })}
						data={[
							{ value: 'refuse', label: 'Choose…' },
							{ value: 'last', label: 'Save the last one' },
							{ value: 'first', label: 'Save the first one' },
							{ value: 'skip', label: 'Skip all of them' },
						]}
					/>
					<Muted>Or choose key columns that identify each row uniquely.</Muted>
				</Inline>
			</Stack>
		</Notice>
	);
}
