import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import type { Choices, Inspection, ReadOptions } from '../../../rows/index.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';

interface ReadingChoicesProps {
	readonly inspection: Inspection;
	readonly choices: Choices;
	readonly onChoose: (choices: Choices) => void;
}

const formats = [
	{ value: 'delimited', label: 'Table' },
	{ value: 'lines', label: 'Text, a record a line' },
	{ value: 'blocks', label: 'Text, a record a paragraph' },
	{ value: 'ndjson', label: 'NDJSON' },
	{ value: 'json', label: 'JSON' },
];
const delimiters = [
	{ value: ',', label: 'Comma' },
	{ value: ';', label: 'Semicolon' },
	{ value: '\t', label: 'Tab' },
	{ value: '|', label: 'Vertical bar' },
	{ value: ':', label: 'Colon' },
	{ value: '^', label: 'Caret' },
	{ value: '~', label: 'Tilde' },
	{ value: '\u001f', label: 'Unit separator' },
	{ value: '\u0001', label: 'Control character 1' },
];
const quotes = [
	{ value: '"', label: 'Double "' },
	{ value: "'", label: "Single '" },
	{ value: 'none', label: 'None' },
];
const encodings = ['UTF-8', 'UTF-16 (little-endian)', 'UTF-16 (big-endian)', 'windows-1252'] as const;

/** How a file is read, as it was detected, to be chosen otherwise. */
export function ReadingChoices({ inspection: { options: how, sheets }, choices, onChoose }: ReadingChoicesProps) {
	const choose = (next: Choices) => onChoose({ ...choices, ...next });
	const isText = how.format !== 'excel' && how.format !== 'parquet';
	const number = (label: string, value: number, key: 'preamble' | 'headerRows') => (
		<NumberInput
			label={label}
			size="xs"
			min={0}
			max={1_000}
			value={value}
			onBlur={(event) => {
				const next = Number(event.currentTarget.value);
				if (Number.isInteger(next) && next >= 0 && next !== value) choose({ [key]: next });
			}}
			onKeyDown={(event) => {
				if (event.key === 'Enter') event.currentTarget.blur();
			}}
		/>
	);
	const select = (
		label: string,
		data: readonly (string | { value: string; label: string })[],
		value: string,
		onValue: (value: string) => void,
	) => (
		<NativeSelect
			label={label}
			size="xs"
			data={[...data]}
			value={value}
			onChange={(event) => onValue(event.currentTarget.value)}
		/>
	);
	return (
		<Inline component="fieldset" gap={[2, 3]} align="end" boxed pt={2} px={3} pb={3}>
			<legend>Read as</legend>
			{isText && (
				<>
					{select('Format', formats, how.format, (value) =>
						onChoose({ encoding: choices.encoding, format: value as ReadOptions['format'] }),
					)}
					{select('Encoding', encodings, how.encoding, (value) =>
						choose({ encoding: encodings.find((encoding) => encoding === value) }),
					)}
				</>
			)}
			{how.format === 'delimited' && (
				<>
					{select('Delimiter', delimiters, how.delimiter, (delimiter) => choose({ delimiter, preamble: undefined }))}
					{select('Quote', quotes, how.quote ?? 'none', (value) =>
						choose({ quote: value === '"' || value === "'" ? value : null }),
					)}
				</>
			)}
			{how.format === 'excel' && select('Sheet', sheets, how.sheet, (sheet) => onChoose({ sheet }))}
			{(how.format === 'delimited' || how.format === 'excel') && (
				<>
					{number('Lines before the names', how.preamble, 'preamble')}
					{number('Lines of names', how.headerRows, 'headerRows')}
				</>
			)}
			{how.format === 'delimited' && (
				<Checkbox
					label="Fill short rows with empty values"
					checked={how.fillShort}
					onChange={(event) => choose({ fillShort: event.currentTarget.checked })}
				/>
			)}
		</Inline>
	);
}
