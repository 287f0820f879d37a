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
import { CleanedColumnRules } from './cleaned-column.tsx';
import {
	asNew,
	canBeNew,
	formatsOf,
	intoExisting,
	mayFit,
	newColumn,
	readTypeKey,
	targetsOf,
	typeKey,
	typesOf,
} from './column-choices.ts';
import { Misfits } from './misfits.tsx';
import { type ColumnDecision, columnChanges, type Decisions, decidedColumn, type Fix, fitText } from './model.ts';
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
	const unfilled = existing === null ? [] : columnChanges(review, decisions, existing).unfilled;
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
						unfilled={unfilled}
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
	/** Columns of the dataset that the file doesn't fill. */
	readonly unfilled: readonly string[];
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
							data={targetsOf(column, existing, isNew, decided.column === '' || isNew ? props.unfilled : [])}
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
