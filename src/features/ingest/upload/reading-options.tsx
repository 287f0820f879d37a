import { type FileReview, otherRowActions, type ReviewedColumn } from '#contract/file-ingestion.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { SearchChoice } from '../../../ui/primitives/search-choice.tsx';
import { encodingChoices, encodingNamed } from './encodings.ts';
import type { Decisions } from './model.ts';

const delimiters = [
	{ value: ',', label: 'Comma' },
	{ value: ';', label: 'Semicolon' },
	{ value: '\t', label: 'Tab' },
	{ value: '|', label: 'Pipe' },
	{ value: ' ', label: 'Space' },
	{ value: '', label: 'One value per line' },
];

const quotes = ['"', "'", ''] as const;

const hasTimes = ({ type }: ReviewedColumn): boolean => type.startsWith('TIMESTAMP');

/** No time zone has this name. */
const noZone = 'none';

let zones: string[] | null = null;

/** The likeliest first. */
const timeZones = (): string[] => {
	zones ??= [
		...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
	];
	return zones;
};

/** The rows of each table of a sheet, and all rows. @param chosen the rows that were chosen, so that nothing else is known */
function rowChoices(review: FileReview | null, chosen: string | undefined) {
	const rowsText = (rows: string) => `rows ${rows.replace('-', '–')}`;
	if (chosen !== undefined)
		return [
			{ value: chosen, label: `Only ${rowsText(chosen)}` },
			{ value: '', label: 'Choose other rows' },
		];
	const values = review?.doubts?.find(({ option }) => option === 'sheetRows')?.values ?? [];
	const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
	const labelOf = (rows: string, index: number) =>
		index === values.length - 1 ? 'All rows as one table' : `${names[index]} table (${rowsText(rows)})`;
	return [{ value: '', label: 'Choose…' }, ...values.map((value, index) => ({ value, label: labelOf(value, index) }))];
}

const listedLines = 20;

/** Lines in which a table may start. @param line "Line", or "Row" in a sheet @param start where it starts now, 1-based @param likely how many lines may be above it */
const lineChoices = (line: string, start: number, likely: readonly (string | number)[]) =>
	[
		...new Set([
			...Array.from({ length: listedLines }, (_, index) => index + 1),
			...likely.map((preamble) => Number(preamble) + 1),
			start,
		]),
	].map((number) => ({
		value: String(number),
		label: `${line} ${number.toLocaleString('en')}`,
	}));

/** Whether it's doubtful where the table starts: something is above it, or names are missing. */
const mayStartElsewhere = ({ options, columns, doubts = [], otherTables = [] }: FileReview): boolean =>
	(options.preamble ?? 0) > 0 ||
	otherTables.length > 0 ||
	doubts.some(({ option }) => option === 'headerRows' || option === 'preamble') ||
	columns.some(({ from }) => /^column \d+$/.test(from));

export function ReadingOptions(props: {
	/** Null if the file couldn't be read. */
	review: FileReview | null;
	decisions: Decisions;
	/** @param anew whether this changes the file's columns */
	onChange: (options: Decisions['options'], anew: boolean) => void;
}) {
	const { review, onChange } = props;
	const { options } = props.decisions;
	const found = review?.options ?? {};
	const set = (part: Decisions['options'], anew = false) => onChange({ ...options, ...part }, anew);
	/** What has to be chosen before the file can be saved. */
	const unsure = new Set(review?.doubts?.map(({ option }) => option));
	const undecided = (option: string) => (unsure.has(option) ? [{ value: 'choose', label: 'Choose…' }] : []);
	const chosenOr = (option: string, value: string) => (unsure.has(option) ? 'choose' : value);
	const valuesOf = (option: string) => review?.doubts?.find((doubt) => doubt.option === option)?.values ?? [];
	const severalRows = [...new Set([2, found.headerRows ?? 0])].filter((rows) => rows > 1);
	const isSheet = found.sheet !== undefined;
	const line = isSheet ? 'row' : 'line';
	const isText = review === null || found.delimiter !== undefined;
	const encoding = options.encoding ?? found.encoding;
	const delimiter = options.delimiter ?? found.delimiter;
	const own = { value: delimiter ?? 'detect', label: delimiter === undefined ? 'Detect' : `"${delimiter}"` };
	const others = delimiters.some(({ value }) => value === delimiter) ? [] : [own];
	const entries = review?.entries ?? [];
	return (
		<>
			{entries.length > 1 && (
				<Choice
					label="File in the zip"
					value={options.entry ?? ''}
					onChange={(entry) => onChange({ entry: entry === '' ? undefined : entry }, true)}
					data={[{ value: '', label: 'Choose…' }, ...entries]}
				/>
			)}
			{review !== null && review.sheets.length > 1 && (
				<Choice
					label="Sheet"
					value={unsure.has('sheet') ? '' : (options.sheet ?? found.sheet ?? '')}
					onChange={(sheet) => sheet !== '' && onChange({ entry: options.entry, sheet }, true)}
					data={[...(unsure.has('sheet') ? [{ value: '', label: 'Choose…' }] : []), ...review.sheets]}
				/>
			)}
			{(unsure.has('sheetRows') || options.sheetRows !== undefined) && (
				<Choice
					label="Rows"
					value={options.sheetRows ?? ''}
					onChange={(rows) =>
						onChange({ entry: options.entry, sheet: options.sheet, sheetRows: rows || undefined }, true)
					}
					data={rowChoices(review, options.sheetRows)}
				/>
			)}
			{(options.encoding !== undefined || (encoding !== undefined && encoding !== 'utf-8')) && (
				<SearchChoice
					label="Encoding"
					placeholder="Choose…"
					value={unsure.has('encoding') ? '' : (encoding ?? '')}
					onChange={(name) => set({ encoding: encodingNamed(name) }, true)}
					data={encodingChoices(review)}
				/>
			)}
			{isText && (
				<Choice
					label="Delimiter"
					value={chosenOr('delimiter', delimiter ?? 'detect')}
					onChange={(chosen) =>
						chosen !== 'choose' && set({ delimiter: chosen === 'detect' ? undefined : chosen }, true)
					}
					data={[...undecided('delimiter'), ...others, ...delimiters]}
				/>
			)}
			{(unsure.has('quote') || options.quote !== undefined) && (
				<Choice
					label="Quote character"
					value={chosenOr('quote', options.quote ?? '"')}
					onChange={(chosen) => set({ quote: quotes.find((quote) => quote === chosen) }, true)}
					data={[
						...undecided('quote'),
						{ value: '"', label: 'Double "' },
						{ value: "'", label: "Single '" },
						{ value: '', label: 'None' },
					]}
				/>
			)}
			{(isText || found.headerRows !== undefined) && (
				<Choice
					label="Column names"
					value={chosenOr('headerRows', String(options.headerRows ?? found.headerRows ?? 1))}
					onChange={(rows) => rows !== 'choose' && set({ headerRows: Number(rows) }, true)}
					data={[
						...undecided('headerRows'),
						{ value: '1', label: `In the first ${line}` },
						{ value: '0', label: 'None' },
						...severalRows.map((rows) => ({ value: String(rows), label: `In the first ${rows} ${line}s` })),
					]}
				/>
			)}
			{(options.preamble !== undefined || (review !== null && mayStartElsewhere(review))) && (
				<Choice
					label="Table starts in"
					value={chosenOr('preamble', String((options.preamble ?? found.preamble ?? 0) + 1))}
					onChange={(line) => line !== 'choose' && set({ preamble: Number(line) - 1 }, true)}
					data={[
						...undecided('preamble'),
						...lineChoices(isSheet ? 'Row' : 'Line', (options.preamble ?? found.preamble ?? 0) + 1, [
							...valuesOf('preamble'),
							...(review?.otherTables ?? []),
						]),
					]}
				/>
			)}
			{(unsure.has('otherRows') || options.otherRows !== undefined) && (
				<Choice
					label="Totals, notes and units"
					value={chosenOr('otherRows', options.otherRows ?? 'keep')}
					onChange={(chosen) => set({ otherRows: otherRowActions.find((action) => action === chosen) })}
					data={[
						...undecided('otherRows'),
						{ value: 'skip', label: 'Skip rows' },
						{ value: 'keep', label: 'Save rows' },
					]}
				/>
			)}
			{isText && (
				<>
					<Choice
						label="Decimal separator"
						value={options.decimal ?? ''}
						onChange={(decimal) => set({ decimal: decimal === '' ? undefined : (decimal as '.' | ',') })}
						data={[
							{ value: '', label: unsure.has('decimal') ? 'Choose…' : 'Detect' },
							{ value: '.', label: 'Point: 1,234.5' },
							{ value: ',', label: 'Comma: 1.234,5' },
						]}
					/>
					<Choice
						label="Date format"
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
			{(options.timeZone !== undefined || (found.encoding !== undefined && review?.columns.some(hasTimes))) && (
				<SearchChoice
					label="Time zone"
					value={options.timeZone ?? noZone}
					onChange={(zone) => set({ timeZone: zone === noZone ? undefined : zone })}
					data={[{ value: noZone, label: 'None' }, ...timeZones()]}
				/>
			)}
		</>
	);
}
