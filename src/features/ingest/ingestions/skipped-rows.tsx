import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { joinNames } from '#contract/dataset.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import type { IngestionDetail, RejectedRow } from '#contract/ingest.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useOffers } from '../../session/queries.ts';
import { EditableCell } from '../input/record-table.tsx';
import { Pager, ScrollTable, usePages } from '../parts.tsx';
import { rowNumber } from '../status-model.ts';
import { CorrectedFile } from '../upload/corrected-file.tsx';
import { isWhole } from '../upload/model.ts';
import {
	correctedAs,
	correctedCsv,
	correctedFileName,
	decidedIn,
	editsIn,
	lineProblem,
	lineText,
	rejectedCsv,
	rejectedWhy,
	textsOf,
} from './rejected-rows.ts';
import { useEdits } from './use-edits.ts';

const pageRows = 20;

/** Rows and lines that an ingestion skipped, to correct and upload again. */
export function SkippedRows({ ingestion }: { ingestion: IngestionDetail }) {
	const { target, rejected, rejectedRows } = ingestion;
	const canUpload = useOffers(startFileIngestion);
	const navigate = useNavigate();
	const { edits, setEdits, added } = useEdits(ingestion);
	const pages = usePages(rejectedRows, pageRows);
	const columns = ingestion.mapping.map(({ column }) => column);
	const sheet = decidedIn(ingestion).options?.sheet;
	const edit = (index: number, column: string, text: string) => {
		const row = { ...edits.get(index), [column]: text };
		const isBack = rejectedRows[index] !== undefined && (textsOf(rejectedRows[index])[column] ?? '') === text;
		if (isBack) delete row[column];
		const next = new Map(edits);
		if (Object.keys(row).length > 0) next.set(index, row);
		else next.delete(index);
		setEdits(next);
	};
	const problemOf = (index: number): string | null => {
		const text = edits.get(index)?.[lineText];
		return text === undefined ? null : lineProblem(text, ingestion);
	};
	const isReady = edits.size > 0 && [...edits.keys()].every((index) => problemOf(index) === null);
	const resubmit = () => {
		const file = new File([correctedCsv(ingestion, edits)], correctedFileName(ingestion), {
			type: 'text/csv',
		});
		const to = paths.upload(joinNames([target.owner, target.namespace, target.datasetName]));
		void navigate(to, { state: { files: [file], decided: correctedAs(ingestion) } });
	};
	return (
		<>
			<SectionHeader size="large">{countOf(rejected, 'skipped row')}</SectionHeader>
			{added.map(({ id, rows, updatedAt }) => (
				<Muted key={id} component="p">
					{countOf(rows, 'corrected row was', 'corrected rows were')} added <RelativeTime iso={updatedAt} />.{' '}
					<Link to={paths.ingestion(id)}>Open ingestion</Link>
				</Muted>
			))}
			{canUpload && (
				<Muted component="p">
					Correct rows here or in the downloaded CSV file. You review them before they’re added to the dataset.
				</Muted>
			)}
			{rejectedRows.length < rejected && (
				<Muted component="p">
					Only the first {countOf(rejectedRows.length, 'skipped row is', 'skipped rows are')} stored.
				</Muted>
			)}
			<ScrollTable label="Skipped rows" isOfData isWhole isCards columns={['Row', 'Reason', ...columns]}>
				{pages.shown.map((row, offset) => (
					<SkippedRow
						key={`${row.text === undefined ? 'row' : 'line'} ${row.row}`}
						row={row}
						columns={columns}
						sheet={sheet}
						edited={edits.get(pages.from + offset) ?? {}}
						problem={problemOf(pages.from + offset)}
						onEdit={canUpload ? (column, text) => edit(pages.from + offset, column, text) : null}
					/>
				))}
			</ScrollTable>
			<Inline gap={[2, 3]}>
				{canUpload && (
					<Button aria-disabled={!isReady} onClick={() => isReady && resubmit()}>
						Review {edits.size === 0 ? 'corrected rows' : countOf(edits.size, 'corrected row')}
					</Button>
				)}
				<SecondaryButton
					onClick={() =>
						saveFile(
							fileNameOf(`${target.datasetName} skipped rows.csv`),
							new Blob([rejectedCsv(ingestion, edits)], { type: 'text/csv;charset=utf-8' }),
						)
					}
				>
					Download as CSV
				</SecondaryButton>
				{canUpload && (
					<CorrectedFile
						of="skipped rows"
						onRecords={async (records) => {
							const found = editsIn(records, rejectedRows);
							setEdits(new Map([...edits, ...found]));
							return found.size;
						}}
					/>
				)}
				<Pager of={pages} what="skipped rows" />
			</Inline>
		</>
	);
}

interface SkippedRowProps {
	readonly row: RejectedRow;
	readonly columns: readonly string[];
	/** The workbook's sheet, if they're from one. */
	readonly sheet: string | undefined;
	readonly edited: Readonly<Record<string, string>>;
	/** Why the edited line can't be parsed. */
	readonly problem: string | null;
	/** Null if rows can't be corrected here. */
	readonly onEdit: ((column: string, text: string) => void) | null;
}

function SkippedRow({ row, columns, sheet, edited, problem, onEdit }: SkippedRowProps) {
	const texts = textsOf(row);
	const number = formatCount(row.row);
	const cells =
		row.text === undefined
			? columns.map((column) => [column, texts[column] ?? ''] as const)
			: [[lineText, row.text] as const];
	// Without its whole text, a row can't be sent again.
	const canEdit = onEdit !== null && Object.values(texts).every((text) => isWhole(text ?? ''));
	return (
		<tr data-edited={Object.keys(edited).length > 0 || undefined}>
			<th scope="row">{row.text === undefined ? rowNumber(row, sheet) : `line ${number}`}</th>
			<td data-label="Reason">{problem ?? rejectedWhy(row)}</td>
			{cells.map(([column, before]) => {
				const text = edited[column] ?? before;
				const isWrong = edited[column] === undefined && row.reasons.some((reason) => reason.column === column);
				return (
					<td
						key={column}
						data-label={row.text === undefined ? column : 'Line'}
						colSpan={row.text === undefined ? undefined : columns.length}
					>
						{canEdit ? (
							<EditableCell
								isImmediate
								label={row.text === undefined ? `${column} of row ${number}` : `Line ${number}`}
								text={text}
								isWrong={isWrong || problem !== null}
								isWide={row.text !== undefined}
								onChange={(next) => onEdit(column, next)}
							/>
						) : (
							text
						)}
					</td>
				);
			})}
		</tr>
	);
}
