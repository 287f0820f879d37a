import type { RejectedLine, ReviewedColumn } from '#contract/file-ingestion.ts';
import { writeCsv } from '#lib/delimited/write.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { formatCount } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';

interface DownloadRejectsProps {
	/** Of what they are. */
	readonly of: string;
	/** Of the file, without its ending. */
	readonly name: string;
	/** Whether the rows are all that there are. */
	readonly isAll: boolean;
	/** The first one has the names. */
	readonly rows: readonly (readonly string[])[];
}

/** What can't be saved, as a file: to be asked about, or corrected where it came from. */
export function DownloadRejects({ of, name, isAll, rows }: DownloadRejectsProps) {
	const label = isAll ? 'Download as CSV' : `Download the first ${formatCount(rows.length - 1)} as CSV`;
	const save = () =>
		saveFile(fileNameOf(`${name}.csv`), new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' }));
	return (
		<SecondaryButton size="xs" aria-label={`${label}: ${of}`} onClick={save}>
			{label}
		</SecondaryButton>
	);
}

export const misfitRows = ({ from, type, firstMisfits }: ReviewedColumn): string[][] => [
	['row', 'times', from, 'why'],
	...firstMisfits.map(({ row, count, value }) => [String(row), String(count), value, `not a valid ${type}`]),
];

export const rejectedLineRows = (lines: readonly RejectedLine[]): string[][] => [
	['line', 'text', 'why'],
	...lines.map(({ line, text, problem }) => [String(line), text, problem]),
];
