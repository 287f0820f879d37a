import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '#contract/dataset.ts';
import type { FileReview, PlannedColumn, ReviewedColumn } from '#contract/file-ingestion.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { ScrollTable } from '../parts.tsx';
import { newTypes } from '../save/save-model.ts';
import { type Decisions, fitText } from './model.ts';
import classes from './upload.module.css';

interface ColumnReviewProps {
	readonly review: FileReview;
	/** Columns of the dataset that are filled; null where they are made. */
	readonly existing: readonly Column[] | null;
	readonly decisions: Decisions;
	readonly onChange: (part: Partial<Decisions>) => void;
}

type Decision = Omit<PlannedColumn, 'from'>;

/** Each column of the file: whether it is saved, under which name, as which type, and what doesn't fit. */
export function ColumnReview({ review, existing, decisions, onChange }: ColumnReviewProps) {
	const decide = ({ from, column }: ReviewedColumn, part: Partial<Decision>) => {
		const next = { column, ...decisions.columns[from], ...part };
		onChange({ columns: { ...decisions.columns, [from]: next } });
	};
	return (
		<ScrollTable label="Columns" isFocusable={false} columns={['Save', 'In the file', 'Column', 'Type', 'Values']}>
			{review.columns.map((column) => (
				<ColumnRows
					key={column.from}
					column={column}
					existing={existing}
					decision={decisions.columns[column.from]}
					onDecide={(part) => decide(column, part)}
				/>
			))}
		</ScrollTable>
	);
}

interface ColumnRowsProps {
	readonly column: ReviewedColumn;
	readonly existing: readonly Column[] | null;
	readonly decision: Decision | undefined;
	readonly onDecide: (part: Partial<Decision>) => void;
}

function ColumnRows({ column, existing, decision, onDecide }: ColumnRowsProps) {
	const { from, type, format, misfits, ambiguous } = column;
	const isSaved = column.column !== '';
	return (
		<>
			<tr className={classes.column}>
				<td>
					<Checkbox
						aria-label={`Save ${from}`}
						checked={isSaved}
						disabled={existing !== null && !isSaved}
						onChange={(event) => onDecide({ column: event.currentTarget.checked ? from : '' })}
					/>
				</td>
				<th scope="row">{from}</th>
				<td>
					{existing !== null ? (
						<Choice
							aria-label={`Column for ${from}`}
							value={column.column}
							onChange={(name) => onDecide({ column: name })}
							data={[{ value: '', label: 'Not saved' }, ...existing.map(({ name }) => name)]}
						/>
					) : (
						isSaved && <NameField key={column.column} column={column} onName={(name) => onDecide({ column: name })} />
					)}
				</td>
				<td>
					{existing !== null ? (
						isSaved && type
					) : (
						<Choice
							aria-label={`Type of ${from}`}
							value={typeKey({ type, format })}
							disabled={!isSaved}
							onChange={(key) => onDecide(readTypeKey(key))}
							data={typesOf(column)}
						/>
					)}
				</td>
				<td>
					{isSaved && fitText(column)}
					{ambiguous && existing === null && (
						<Muted component="p">Could be {column.choices.map(typeLabel).join(' or ')}. Choose the type.</Muted>
					)}
					{isSaved && existing !== null && (ambiguous || decision?.format !== undefined) && (
						<Choice
							aria-label={`Format of ${from}`}
							value={decision?.format ?? ''}
							onChange={(chosen) => onDecide({ format: chosen === '' ? undefined : chosen })}
							data={formatsOf(column)}
						/>
					)}
				</td>
			</tr>
			{isSaved && (misfits > 0 || (decision?.fixes?.length ?? 0) > 0) && (
				<tr className={classes.decision}>
					<td />
					<td colSpan={4}>
						<Misfits column={column} decision={decision} isNew={existing === null} onDecide={onDecide} />
					</td>
				</tr>
			)}
		</>
	);
}

function NameField({ column, onName }: { column: ReviewedColumn; onName: (name: string) => void }) {
	const [text, setText] = useState(column.column);
	return (
		<TextInput
			aria-label={`Name of ${column.from}`}
			value={text}
			onChange={(event) => setText(event.currentTarget.value)}
			onBlur={() => text !== column.column && text.trim() !== '' && onName(text.trim())}
		/>
	);
}

interface MisfitsProps {
	readonly column: ReviewedColumn;
	readonly decision: Decision | undefined;
	readonly isNew: boolean;
	readonly onDecide: (part: Partial<Decision>) => void;
}

/** The values that don't fit, with what can be done about them at once. */
function Misfits({ column, decision, isNew, onDecide }: MisfitsProps) {
	const { from, type, misfits, firstMisfits, action } = column;
	const fixes = decision?.fixes ?? [];
	const fix = (value: string, to: string) =>
		onDecide({ fixes: [...fixes.filter((item) => item.value !== value), { value, to }] });
	return (
		<Stack gap={2}>
			{misfits > 0 && (
				<Inline gap={3} align="end">
					<Choice
						label={`${countOf(misfits, 'value')} of ${from} ${misfits === 1 ? 'doesn’t' : 'don’t'} fit ${type}`}
						value={action ?? ''}
						onChange={(value) => {
							if (value === 'text') onDecide({ type: 'VARCHAR', format: undefined, misfits: undefined });
							else
								onDecide({
									type: isNew ? type : undefined,
									misfits: value === '' ? undefined : (value as 'null' | 'skip'),
								});
						}}
						data={[
							{ value: '', label: 'Choose…' },
							{ value: 'null', label: misfits === 1 ? 'Leave the value empty' : 'Leave the values empty' },
							{ value: 'skip', label: misfits === 1 ? 'Leave the row out' : 'Leave the rows out' },
							...(isNew ? [{ value: 'text', label: 'Save the column as text' }] : []),
						]}
					/>
				</Inline>
			)}
			{firstMisfits.map(({ value, count, row }) => (
				<FixField
					key={value}
					label={`${from}: ${value}`}
					value={value}
					count={count}
					row={row}
					onFix={(to) => fix(value, to)}
				/>
			))}
			{fixes.map(({ value, to }) => (
				<Muted key={value} component="p">
					<code>{value}</code> is saved as <code>{to === '' ? 'no value' : to}</code>
				</Muted>
			))}
		</Stack>
	);
}

function FixField(props: { label: string; value: string; count: number; row: number; onFix: (to: string) => void }) {
	const { label, value, count, row, onFix } = props;
	const [text, setText] = useState(value);
	return (
		<Inline gap={2}>
			<TextInput
				size="xs"
				aria-label={label}
				value={text}
				onChange={(event) => setText(event.currentTarget.value)}
				onKeyDown={(event) => event.key === 'Enter' && text !== value && onFix(text)}
			/>
			<Muted>
				row {formatCount(row)}
				{count > 1 && `, ${formatCount(count)} times`}
			</Muted>
			{text !== value && <CompactButton onClick={() => onFix(text)}>Replace</CompactButton>}
		</Inline>
	);
}

interface TypeChoice {
	readonly type: string;
	readonly format: string | null;
}

const typeKey = ({ type, format }: TypeChoice): string => `${type}|${format ?? ''}`;

function readTypeKey(key: string): Pick<Decision, 'type' | 'format'> {
	const [type = '', format = ''] = key.split('|');
	return { type, format: format === '' ? undefined : format };
}

const typeLabel = ({ type, format }: TypeChoice): string => (format === null ? type : `${type}, ${format}`);

/** The ways to read the values of a column whose type stays. */
const formatsOf = ({ choices }: ReviewedColumn): { value: string; label: string }[] => [
	{ value: '', label: 'Choose the format…' },
	...[...new Set(choices.flatMap(({ format }) => format ?? []))].map((value) => ({ value, label: value })),
];

/** What it is now, what most values fit, and the usual types. */
function typesOf(column: ReviewedColumn): { value: string; label: string }[] {
	const all: TypeChoice[] = [column, ...column.choices, ...newTypes.map((type) => ({ type, format: null }))];
	const byKey = new Map(all.map((choice) => [typeKey(choice), typeLabel(choice)]));
	return [...byKey].map(([value, label]) => ({ value, label }));
}
