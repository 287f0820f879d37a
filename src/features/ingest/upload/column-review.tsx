import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { DescribedColumn } from '#contract/dataset.ts';
import type { CleanedColumn } from '#contract/file-cleaning.ts';
import { type FileReview, isNewType, type ReviewedColumn } from '#contract/file-ingestion.ts';
import { maxDescriptionLength } from '#contract/ids.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { CommittedInput, ScrollTable } from '../parts.tsx';
import { newTypes } from '../save/save-model.ts';
import { CleanedColumnRules } from './cleaned-column.tsx';
import { Misfits } from './misfits.tsx';
import { type ColumnDecision, type Decisions, decidedColumn, type Fix, fitText } from './model.ts';
import classes from './upload.module.css';

interface ColumnReviewProps {
	readonly review: FileReview;
	/** Columns of the dataset; null for a new one. */
	readonly existing: readonly DescribedColumn[] | null;
	readonly decisions: Decisions;
	/** Whether the service can clean files. */
	readonly canClean: boolean;
	/** Requests a review with all misfits. */
	readonly onList: () => Promise<FileReview>;
	readonly onChange: (part: Partial<Decisions>) => void;
}

/** With more columns, the table scrolls, so that the end of the page stays near. */
const mostWhole = 20;

export function ColumnReview({ review, existing, decisions, canClean, onList, onChange }: ColumnReviewProps) {
	const decide = ({ from, column }: ReviewedColumn, part: Partial<ColumnDecision>) => {
		const next = { column, ...decisions.columns[from], ...part };
		onChange({ columns: { ...decisions.columns, [from]: next } });
	};
	const isSome = (is: (column: ColumnDecision) => boolean) =>
		Object.values(decisions.columns).some((column) => column !== undefined && is(column));
	const [describing, setDescribing] = useState<boolean | null>(null);
	const isDescribing = describing ?? isSome(({ description }) => description !== undefined);
	const [hinting, setHinting] = useState<boolean | null>(null);
	const isHinting = hinting ?? isSome(({ holds = '' }) => holds !== '');
	return (
		<>
			<Inline gap={[2, 4]}>
				<Checkbox
					label="Describe columns"
					checked={isDescribing}
					onChange={(event) => setDescribing(event.currentTarget.checked)}
				/>
				{canClean && (
					<Checkbox
						label="Add cleaning hints"
						checked={isHinting}
						onChange={(event) => setHinting(event.currentTarget.checked)}
					/>
				)}
			</Inline>
			<ScrollTable
				label="Columns"
				isCards
				isFocusable={false}
				isWhole={review.columns.length <= mostWhole}
				columns={['Save', 'In file', 'Column', 'Type', 'Values', ...(isDescribing ? ['Description'] : [])]}
			>
				{review.columns.map((column) => (
					<ColumnRows
						key={column.from}
						column={column}
						rows={review.rows}
						sheet={review.options.sheet}
						existing={existing}
						isDescribing={isDescribing}
						cleaned={review.cleaning?.columns.find(({ from }) => from === column.from) ?? null}
						isHinting={isHinting}
						decision={decisions.columns[column.from]}
						applied={review.decided?.columns?.find(({ from }) => from === column.from)?.fixes ?? []}
						onList={onList}
						onDecide={(part) => decide(column, part)}
					/>
				))}
			</ScrollTable>
		</>
	);
}

interface ColumnRowsProps {
	readonly column: ReviewedColumn;
	/** Rows of the file. */
	readonly rows: number;
	/** The workbook's sheet, if the file is one. */
	readonly sheet: string | undefined;
	readonly existing: readonly DescribedColumn[] | null;
	readonly isDescribing: boolean;
	readonly isHinting: boolean;
	/** Cleaning results of the column. */
	readonly cleaned: CleanedColumn | null;
	readonly decision: ColumnDecision | undefined;
	/** Fixes of this review. */
	readonly applied: readonly Fix[];
	readonly onList: () => Promise<FileReview>;
	readonly onDecide: (part: Partial<ColumnDecision>) => void;
}

function ColumnRows(props: ColumnRowsProps) {
	const { column, existing, isDescribing, isHinting, cleaned, decision, onList, onDecide } = props;
	const { from, misfits, ambiguous, remarks = [] } = column;
	const decided = decidedColumn(column, decision);
	const isSaved = decided.column !== '';
	const hasResult = cleaned !== null && cleaned.rules.length + cleaned.unsure.count > 0;
	/** Only texts are cleaned. */
	const canClean = cleaned !== null || column.type === 'VARCHAR' || misfits > 0;
	const isNew = isSaved && (decision?.isNew ?? column.isNew ?? false);
	return (
		<>
			<tr className={classes.column}>
				<td>
					<Checkbox
						aria-label={`Save ${from}`}
						checked={isSaved}
						disabled={existing !== null && !isSaved && !canBeNew(existing, from)}
						onChange={(event) => {
							const isKept = event.currentTarget.checked;
							if (isKept && existing !== null) onDecide(asNew(from));
							else onDecide({ ...intoExisting, column: isKept ? from : '' });
						}}
					/>
				</td>
				<th scope="row">{from}</th>
				<td data-label="Column">
					{existing !== null ? (
						<Choice
							aria-label={`Column for ${from}`}
							value={isNew ? newColumn : decided.column}
							onChange={(name) => onDecide(name === newColumn ? asNew(from) : { ...intoExisting, column: name })}
							data={[
								{ value: '', label: 'Skip' },
								...(isNew || canBeNew(existing, from) ? [{ value: newColumn, label: `New column ${from}` }] : []),
								...existing.map(({ name }) => name),
							]}
						/>
					) : (
						isSaved && (
							<CommittedInput
								aria-label={`Name of ${from}`}
								value={decided.column}
								onCommit={(name) => name !== '' && onDecide({ column: name })}
							/>
						)
					)}
				</td>
				<td data-label="Type">
					{existing !== null && !isNew ? (
						isSaved && (
							<Inline gap={2}>
								{column.type}
								{(ambiguous || decision?.format !== undefined || mayFit(column)) && (
									<Choice
										aria-label={`Format of ${from}`}
										value={decision?.format ?? ''}
										onChange={(chosen) => onDecide({ format: chosen === '' ? undefined : chosen })}
										data={formatsOf(column)}
									/>
								)}
							</Inline>
						)
					) : (
						<Inline gap={2} nowrap>
							<Choice
								aria-label={`Type of ${from}`}
								style={{ flex: '1 1 auto' }}
								value={typeKey(decided)}
								disabled={!isSaved}
								onChange={(key) => onDecide(readTypeKey(key))}
								data={typesOf(column, decided)}
							/>
							{isSaved && decided.type.startsWith('DECIMAL(') && (
								<CommittedInput
									aria-label={`Precision and scale of ${from}`}
									className={classes.precision}
									value={decided.type.slice('DECIMAL('.length, -1)}
									onCommit={(digits) => {
										const type = `DECIMAL(${digits.replaceAll(' ', '')})`;
										if (isNewType(type)) onDecide({ type, format: decided.format ?? undefined });
									}}
								/>
							)}
						</Inline>
					)}
				</td>
				<td data-label="Values">
					{isSaved && fitText(column, props.rows, decision?.misfits)}
					{isSaved &&
						remarks.map((remark) => (
							<Muted key={remark} component="p">
								{remark}
							</Muted>
						))}
					{ambiguous && remarks.length === 0 && (existing === null || isNew) && (
						<Muted component="p">
							Could be{' '}
							{column.choices.map(({ type, format }) => (format === null ? type : `${type} (${format})`)).join(' or ')}.
							Choose the type.
						</Muted>
					)}
				</td>
				{isDescribing && (
					<td data-label="Description">
						{isSaved && (
							<CommittedInput
								aria-label={`Description of ${from}`}
								className={classes.description}
								maxLength={maxDescriptionLength}
								value={
									decision?.description ?? existing?.find(({ name }) => name === decided.column)?.description ?? ''
								}
								onCommit={(description) => onDecide({ description })}
							/>
						)}
					</td>
				)}
			</tr>
			{isSaved && (isHinting ? canClean : hasResult) && (
				<tr className={classes.decision}>
					<td />
					<td colSpan={isDescribing ? 5 : 4}>
						<CleanedColumnRules
							from={from}
							type={decided.type}
							cleaned={cleaned}
							decision={decision}
							isHinting={isHinting}
							onDecide={onDecide}
						/>
					</td>
				</tr>
			)}
			{isSaved && (misfits > 0 || decision?.fixes !== undefined) && (
				<tr className={classes.decision}>
					<td />
					<td colSpan={isDescribing ? 5 : 4}>
						<Misfits
							column={column}
							decision={decision}
							applied={props.applied}
							sheet={props.sheet}
							isNew={existing === null || isNew}
							onList={onList}
							onDecide={onDecide}
						/>
					</td>
				</tr>
			)}
		</>
	);
}

/** Select value for a new column; no column has this name. */
const newColumn = '\n';

const asNew = (from: string): Partial<ColumnDecision> => ({
	column: from,
	isNew: true,
	type: undefined,
	format: undefined,
});
/** Decisions about a new column don't apply to an existing one. */
const intoExisting: Partial<ColumnDecision> = { isNew: false, type: undefined, format: undefined };

const canBeNew = (existing: readonly DescribedColumn[], from: string): boolean =>
	!existing.some(({ name }) => name.toLowerCase() === from.toLowerCase());

interface TypeChoice {
	readonly type: string;
	readonly format: string | null;
}

const typeKey = ({ type, format }: TypeChoice): string => `${type}|${format ?? ''}`;

function readTypeKey(key: string): Pick<ColumnDecision, 'type' | 'format'> {
	const [type = '', format = ''] = key.split('|');
	// Types of objects and lists are detected again.
	if (type.startsWith('STRUCT(') || type.endsWith('[]')) return { type: undefined, format: undefined };
	return { type, format: format === '' ? undefined : format };
}

const typeLabel = ({ type, format }: TypeChoice): string => (format === null ? type : `${type}, ${format}`);

const formatLabels: Readonly<Record<string, string>> = {
	'day first': 'Day first: 31/12/2024',
	'month first': 'Month first: 12/31/2024',
	'commas between thousands': 'Comma as thousands separator: 1,234',
	'decimal comma': 'Decimal comma: 1,5',
	'apostrophes between thousands': 'Apostrophe as thousands separator: 1’234.5',
	'minus after the number': 'Minus after the number: 1.5-',
	'minus after the number, decimal comma': 'Minus after the number: 1,5-',
	'negatives in parentheses': 'Negatives in parentheses: (1.5)',
	'negatives in parentheses, decimal comma': 'Negatives in parentheses: (1,5)',
	'day first, two-digit years': 'Day first: 31/12/24',
	'month first, two-digit years': 'Month first: 12/31/24',
};

/** Whether values that don't fit a column's type may do so in another format. */
const mayFit = ({ misfits, choices }: ReviewedColumn): boolean =>
	misfits > 0 && choices.some(({ format, misfits: left }) => format !== null && left < misfits);

/** Formats for reading the values of a column whose type is fixed. */
const formatsOf = ({ choices }: ReviewedColumn): { value: string; label: string }[] => [
	{ value: '', label: 'Choose the format…' },
	...[...new Set(choices.flatMap(({ format }) => format ?? []))].map((value) => ({
		value,
		label: formatLabels[value] ?? value,
	})),
];

/** The current type, types that fit most values, and the usual ones. */
function typesOf(column: ReviewedColumn, decided: TypeChoice): { value: string; label: string }[] {
	const all: TypeChoice[] = [decided, column, ...column.choices, ...newTypes.map((type) => ({ type, format: null }))];
	const byKey = new Map(all.map((choice) => [typeKey(choice), typeLabel(choice)]));
	return [...byKey].map(([value, label]) => ({ value, label }));
}
