import { useMutation } from '@tanstack/react-query';
import { type FileReview, mostListed, type RejectedLine, type ReviewedColumn } from '#contract/file-ingestion.ts';
import { withoutFormula } from '#lib/delimited/formula.ts';
import { writeCsv } from '#lib/delimited/write.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { lineNames } from '../status-model.ts';
import { type Fix, isWhole } from './model.ts';

interface DownloadRejectsProps {
	readonly of: string;
	/** File name without extension. */
	readonly name: string;
	/** The first row has the names. */
	readonly rows: () => Promise<readonly (readonly string[])[]>;
}

export function DownloadRejects({ of, name, rows }: DownloadRejectsProps) {
	const saving = useMutation({
		mutationFn: async () => {
			const all = await rows();
			saveFile(fileNameOf(`${name}.csv`), new Blob([writeCsv(all)], { type: 'text/csv;charset=utf-8' }));
			return all.length - 1;
		},
	});
	return (
		<>
			<SecondaryButton
				size="xs"
				aria-label={`Download as CSV: ${of}`}
				loading={saving.isPending}
				onClick={() => saving.mutate()}
			>
				Download as CSV
			</SecondaryButton>
			{saving.data === mostListed && (
				<Muted role="status">The file contains only the first {countOf(mostListed, 'row')}.</Muted>
			)}
			{saving.error !== null && <Muted role="status">{saving.error.message}</Muted>}
		</>
	);
}

const saveAs = 'save as';

export const misfitRows = ({ from, type, firstMisfits }: ReviewedColumn): string[][] => [
	['row', ...lineNames(firstMisfits), 'times', from, saveAs, 'why'],
	...firstMisfits.map((misfit) => [
		String(misfit.row),
		...lineNames(firstMisfits).map(() => String(misfit.line ?? '')),
		...[String(misfit.count), misfit.value, misfit.value, `not a valid ${type}`],
	]),
];

/** Replacement values from a corrected file. @throws Error with a message if it's a different file */
export function fixesIn(
	records: readonly Readonly<Record<string, string>>[],
	{ from, firstMisfits }: ReviewedColumn,
): Fix[] {
	// As it's written to the file.
	const named = withoutFormula(from);
	assertColumns(records, [named, saveAs]);
	const values = new Map(firstMisfits.map(({ value }) => [withoutFormula(value), value]));
	const fixes = records.flatMap((record): Fix[] => {
		const value = values.get(record[named] ?? '');
		const to = record[saveAs] ?? '';
		return value === undefined || !isWhole(value) || to === withoutFormula(value) ? [] : [{ value, to }];
	});
	return fewEnough(fixes);
}

export const rejectedLineRows = (lines: readonly RejectedLine[]): string[][] => [
	['line', 'text', 'why'],
	...lines.map(({ line, text, problem }) => [String(line), text, problem]),
];

/** Lines from a corrected file. @throws Error with a message if it's a different file */
export function linesIn(
	records: readonly Readonly<Record<string, string>>[],
	{ rejectedLines }: FileReview,
): { line: number; text: string }[] {
	assertColumns(records, ['line', 'text']);
	const texts = new Map(rejectedLines.first.map(({ line, text }) => [line, withoutFormula(text)]));
	const lines = records.flatMap(({ line: number, text = '' }) => {
		const line = Number(number);
		return texts.has(line) && texts.get(line) !== text ? [{ line, text }] : [];
	});
	return fewEnough(lines);
}

/** Maximum corrections the service accepts. */
const mostCorrections = 1_000;

function fewEnough<T>(corrections: T[]): T[] {
	if (corrections.length <= mostCorrections) return corrections;
	const counts = `${formatCount(corrections.length)} corrections. The limit is ${formatCount(mostCorrections)}`;
	throw new Error(`The file has ${counts}. Correct the original file instead.`);
}

function assertColumns(records: readonly Readonly<Record<string, string>>[], names: readonly string[]): void {
	const [first = {}] = records;
	const missing = names.filter((name) => !(name in first));
	if (missing.length === 0) return;
	const columns = `column${missing.length === 1 ? '' : 's'} ${missing.map((name) => `"${name}"`).join(' and ')}`;
	throw new Error(`The file is missing the ${columns}. Keep all columns of the downloaded file, then choose it again.`);
}
