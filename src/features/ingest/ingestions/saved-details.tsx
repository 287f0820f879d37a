import { cleaningRules } from '#contract/file-cleaning.ts';
import type { FileOptions } from '#contract/file-ingestion.ts';
import type { IngestionDetail, SavedChanges } from '#contract/ingest.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { ruleNames } from '../upload/model.ts';
import { decidedIn } from './rejected-rows.ts';

/** Options that change values or rows; the others only say what the file looks like. */
const optionLabels: Partial<Record<keyof FileOptions, string>> = {
	entry: 'File in the zip',
	sheet: 'Sheet',
	sheetRows: 'Rows of the sheet',
	timeZone: 'Time zone',
	otherRows: 'Totals, notes and units',
	decimal: 'Decimal separator',
	dateOrder: 'Date format',
};

const optionTexts: Readonly<Record<string, string>> = {
	'otherRows keep': 'saved',
	'otherRows skip': 'skipped',
	'decimal .': 'point',
	'decimal ,': 'comma',
	'dateOrder day': 'day first',
	'dateOrder month': 'month first',
};

/** Which file was saved, how it was read, and how what was saved differs from it. */
export function SavedDetails({ ingestion }: { ingestion: IngestionDetail }) {
	const { fileName, bytes, changes, remarks = [] } = ingestion;
	if (fileName == null || changes === undefined) return null;
	const decided = decidedIn(ingestion);
	const hints = (decided.columns ?? []).filter(({ column, holds = '' }) => column !== '' && holds !== '');
	const options = Object.entries(optionLabels).flatMap(([name, label]) => {
		const value = decided.options?.[name as keyof FileOptions];
		return value === undefined ? [] : [{ label, text: optionTexts[`${name} ${value}`] ?? String(value) }];
	});
	const lines = lineTexts(changes);
	return (
		<PropertyList collapses>
			<Property name="File">
				{fileName}, {formatBytes(bytes)}
			</Property>
			{decided.recipe !== undefined && <Property name="Recipe">{decided.recipe}</Property>}
			{options.map(({ label, text }) => (
				<Property key={label} name={label}>
					{text}
				</Property>
			))}
			{hints.length > 0 && (
				<Property name="Cleaning hints">
					{hints.map(({ column, holds }) => (
						<div key={column}>
							{column}: {holds}
						</div>
					))}
				</Property>
			)}
			<Property name="Changed values">
				{changes.columns.length === 0 && 'None'}
				{changes.columns.map((column) => (
					<div key={column.column}>
						{column.column}: {columnText(column)}
					</div>
				))}
			</Property>
			{lines.length > 0 && <Property name="Rows and lines">{lines.join(', ')}</Property>}
			{remarks.length > 0 && (
				<Property name="Notes">
					{remarks.map((remark) => (
						<div key={remark}>{remark}</div>
					))}
				</Property>
			)}
		</PropertyList>
	);
}

/** "2,307 saved as null, 1 corrected, 120 cleaned (dates)". */
function columnText({ emptied, corrected, cleaned }: SavedChanges['columns'][number]): string {
	const rules = cleaned.map(({ rule, count }) => {
		const known = cleaningRules.find((name) => name === rule);
		return `${formatCount(count)} cleaned (${known === undefined ? rule : ruleNames[known].toLowerCase()})`;
	});
	return [
		...(emptied > 0 ? [`${formatCount(emptied)} saved as null`] : []),
		...(corrected > 0 ? [`${formatCount(corrected)} corrected`] : []),
		...rules,
	].join(', ');
}

function lineTexts({ skippedRows, skippedLines, correctedLines, existingRows }: SavedChanges): string[] {
	return [
		...(skippedRows > 0 ? [`${countOf(skippedRows, 'row')} skipped`] : []),
		...(existingRows > 0 ? [`${countOf(existingRows, 'row')} skipped (already existed)`] : []),
		...(skippedLines > 0 ? [`${countOf(skippedLines, 'line')} skipped`] : []),
		...(correctedLines > 0 ? [`${countOf(correctedLines, 'line')} corrected`] : []),
	];
}
