import { Button, Checkbox, MultiSelect } from '@mantine/core';
import { formatCoordinate } from '#contract/dataset.ts';
import type { FileReview } from '#contract/file-ingestion.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { FirstItems, Pane, ScrollTable, Working } from '../parts.tsx';
import { ColumnReview } from './column-review.tsx';
import { type Decisions, saveLabel } from './model.ts';
import classes from './upload.module.css';
import type { Reviewed } from './upload-flow.ts';

interface ReviewPaneProps {
	readonly reviewed: Reviewed;
	readonly isSaving: boolean;
	readonly onDecide: (decisions: Decisions, anew?: boolean) => void;
	readonly onSave: () => void;
	readonly onCancel: () => void;
}

/** What the service found in a file, what comes of it, and what is to be decided. */
export function ReviewPane({ reviewed, isSaving, onDecide, onSave, onCancel }: ReviewPaneProps) {
	const { upload, destination, decisions, review, failure, isReviewing } = reviewed;
	const target = formatCoordinate(destination);
	const change = (part: Partial<Decisions>, anew = false) => onDecide({ ...decisions, ...part }, anew);
	const isReady = review !== null && !isReviewing && failure?.of !== 'review' && review.problems.length === 0;
	return (
		<>
			<Pane id="upload-review" title={`${upload.name} into ${target}`}>
				{isReviewing && (
					<Working onStop={review === null ? onCancel : undefined}>Reading every value of {upload.name}…</Working>
				)}
				{failure !== null && (
					<QueryErrorPanel
						title={failure.of === 'save' ? 'The file wasn’t saved' : 'The file couldn’t be read this way'}
						query={{ error: failure.error, refetch: failure.of === 'save' ? onSave : () => change({}) }}
					>
						{review === null && <CompactButton onClick={onCancel}>Choose another file</CompactButton>}
					</QueryErrorPanel>
				)}
				{review === null && isReviewing && <LoadingRows rows={4} />}
				{review !== null && (
					<>
						<Muted component="p">
							{review.format}: {countOf(review.rows, 'row')}, {countOf(review.columns.length, 'column')}.{' '}
							{review.remarks.join(' ')}
						</Muted>
						<Stack gap={3} inert={isSaving} className={classes.choices}>
							<Choices reviewed={reviewed} review={review} onChange={change} />
						</Stack>
						{review.problems.length > 0 && !isReviewing && (
							<Notice tone="warning" title="Decide this before the file is saved">
								<FirstItems
									items={review.problems}
									total={review.problems.length}
									most={10}
									item={(problem) => <li key={problem}>{problem}</li>}
								/>
							</Notice>
						)}
						<Inline gap={3}>
							<Button aria-disabled={!isReady} loading={isSaving} onClick={() => isReady && !isSaving && onSave()}>
								{saveLabel(review, decisions.mode)}
							</Button>
							<Button variant="default" disabled={isSaving} onClick={onCancel}>
								Cancel
							</Button>
							{decisions.mode === 'upsert' && decisions.key.length > 0 && (
								<Muted>{formatCount(review.effect.unchanged)} unchanged</Muted>
							)}
							{review.skippedRows > 0 && <Muted>{countOf(review.skippedRows, 'row')} left out</Muted>}
						</Inline>
					</>
				)}
			</Pane>
			{review !== null && <Sample review={review} />}
		</>
	);
}

interface ChoicesProps {
	readonly reviewed: Reviewed;
	readonly review: FileReview;
	readonly onChange: (part: Partial<Decisions>, anew?: boolean) => void;
}

function Choices({ reviewed, review, onChange }: ChoicesProps) {
	const { destination, dataset, decisions, isAnew, failure } = reviewed;
	const isFilled = decisions.mode === 'append' || decisions.mode === 'upsert';
	return (
		<>
			<Inline gap={3} align="end">
				{dataset !== null && (
					<Choice
						label={`${formatCoordinate(destination)} exists`}
						value={decisions.mode}
						onChange={(mode) => onChange({ mode: mode as IngestionMode }, true)}
						data={[
							{ value: 'append', label: 'Add rows' },
							{ value: 'upsert', label: 'Update rows by key' },
							{ value: 'replace', label: `Replace all ${countOf(dataset.rows, 'row')}` },
						]}
					/>
				)}
				{decisions.mode === 'upsert' && (
					<MultiSelect
						label="Key columns"
						miw="12rem"
						searchable
						data={dataset?.columns.map(({ name }) => name) ?? []}
						value={[...decisions.key]}
						onChange={(key) => onChange({ key })}
					/>
				)}
				<ReadingOptions
					review={review}
					decisions={decisions}
					onChange={(options, anew) => onChange({ options }, anew)}
				/>
			</Inline>
			{!(isAnew && failure !== null) && (
				<Stack gap={3} inert={isAnew} className={classes.choices}>
					<RejectedLines review={review} decisions={decisions} onChange={onChange} />
					<DuplicateKeys review={review} />
					<ColumnReview
						review={review}
						existing={isFilled ? (dataset?.columns ?? null) : null}
						decisions={decisions}
						onChange={onChange}
					/>
				</Stack>
			)}
		</>
	);
}

const delimiters = [
	{ value: ',', label: 'Comma' },
	{ value: ';', label: 'Semicolon' },
	{ value: '\t', label: 'Tab' },
	{ value: '|', label: 'Vertical bar' },
	{ value: '', label: 'A value on each line' },
];

function ReadingOptions(props: {
	review: FileReview;
	decisions: Decisions;
	/** @param anew whether the file has other columns then */
	onChange: (options: Decisions['options'], anew: boolean) => void;
}) {
	const { review, onChange } = props;
	const { options } = props.decisions;
	const found = review.options;
	const set = (part: Decisions['options'], anew = false) => onChange({ ...options, ...part }, anew);
	const isText = found.delimiter !== undefined;
	const others = delimiters.some(({ value }) => value === found.delimiter)
		? []
		: [{ value: found.delimiter ?? '', label: `“${found.delimiter}”` }];
	return (
		<>
			{isText && (
				<>
					<Choice
						label="Delimiter"
						value={options.delimiter ?? found.delimiter ?? ','}
						onChange={(delimiter) => set({ delimiter }, true)}
						data={[...delimiters, ...others]}
					/>
					<Choice
						label="Names"
						value={String(options.headerRows ?? found.headerRows ?? 1)}
						onChange={(rows) => set({ headerRows: Number(rows) }, true)}
						data={[
							{ value: '1', label: 'In the first line' },
							{ value: '0', label: 'None' },
							...((found.headerRows ?? 0) > 1
								? [{ value: String(found.headerRows), label: `${found.headerRows} lines` }]
								: []),
						]}
					/>
					<Choice
						label="Decimals"
						value={options.decimal ?? ''}
						onChange={(decimal) => set({ decimal: decimal === '' ? undefined : (decimal as '.' | ',') })}
						data={[
							{ value: '', label: 'Detect' },
							{ value: '.', label: 'Point: 1,234.5' },
							{ value: ',', label: 'Comma: 1.234,5' },
						]}
					/>
					<Choice
						label="Dates"
						value={options.dateOrder ?? ''}
						onChange={(order) => set({ dateOrder: order === '' ? undefined : (order as 'day' | 'month') })}
						data={[
							{ value: '', label: 'Detect' },
							{ value: 'day', label: 'Day first: 31/12/2024' },
							{ value: 'month', label: 'Month first: 12/31/2024' },
						]}
					/>
				</>
			)}
			{review.sheets.length > 1 && (
				<Choice
					label="Sheet"
					value={options.sheet ?? found.sheet ?? ''}
					onChange={(sheet) => onChange({ sheet }, true)}
					data={review.sheets}
				/>
			)}
		</>
	);
}

interface PartProps {
	readonly review: FileReview;
	readonly decisions: Decisions;
	readonly onChange: (part: Partial<Decisions>) => void;
}

function RejectedLines({ review, decisions, onChange }: PartProps) {
	const { total, first } = review.rejectedLines;
	if (total === 0) return null;
	return (
		<Notice tone="warning" title={`${countOf(total, 'line')} couldn’t be read as ${total === 1 ? 'a row' : 'rows'}`}>
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
			<Checkbox
				label={total === 1 ? 'Leave this line out' : 'Leave these lines out'}
				checked={decisions.skipLines}
				onChange={(event) => onChange({ skipLines: event.currentTarget.checked })}
			/>
		</Notice>
	);
}

function DuplicateKeys({ review }: { review: FileReview }) {
	const { total, first } = review.duplicateKeys;
	if (total === 0) return null;
	return (
		<Notice tone="warning" title={`${countOf(total, 'key is', 'keys are')} in several rows of the file`}>
			<FirstItems
				items={first}
				total={total}
				most={20}
				item={({ key, rows }) => (
					<li key={rows.join(' ')}>
						<code>{key.map((text) => text ?? 'no value').join(', ')}</code> in rows {rows.map(formatCount).join(', ')}
					</li>
				)}
			/>
		</Notice>
	);
}

function Sample({ review }: { review: FileReview }) {
	return (
		<Stack gap={2}>
			<Muted component="p">The first {countOf(review.sample.length, 'row')} of the file</Muted>
			<ScrollTable label="First rows of the file" columns={review.columns.map(({ from }) => from)}>
				{review.sample.map((row, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
					<tr key={index}>
						{row.map((cell, at) => (
							<td key={review.columns[at]?.from}>{cell}</td>
						))}
					</tr>
				))}
			</ScrollTable>
		</Stack>
	);
}
