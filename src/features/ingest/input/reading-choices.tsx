import { Checkbox, NumberInput } from '@mantine/core';
import type { Choices, Inspection, ReadOptions } from '../../../rows/index.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';

interface ReadingChoicesProps {
	readonly inspection: Inspection;
	readonly choices: Choices;
	readonly onChoose: (choices: Choices) => void;
}

const formats = [
	{ value: 'delimited', label: 'Delimited text' },
	{ value: 'lines', label: 'Text, one record per line' },
	{ value: 'blocks', label: 'Text, one record per paragraph' },
	{ value: 'ndjson', label: 'NDJSON' },
	{ value: 'json', label: 'JSON' },
];
const delimiters = [
	{ value: ',', label: 'Comma' },
	{ value: ';', label: 'Semicolon' },
	{ value: '\t', label: 'Tab' },
	{ value: '|', label: 'Pipe' },
	{ value: ':', label: 'Colon' },
	{ value: '^', label: 'Caret' },
	{ value: '~', label: 'Tilde' },
	{ value: '\u001f', label: 'Unit separator (0x1F)' },
	{ value: '\u0001', label: 'Start of heading (0x01)' },
];
const quotes = [
	{ value: '"', label: 'Double "' },
	{ value: "'", label: "Single '" },
	{ value: 'none', label: 'None' },
];
const encodings = ['UTF-8', 'UTF-16 (little-endian)', 'UTF-16 (big-endian)', 'windows-1252'] as const;

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
	return (
		<Inline component="fieldset" gap={[2, 3]} align="end" boxed pt={2} px={3} pb={3}>
			<legend>Read as</legend>
			{isText && (
				<>
					<Choice
						label="Format"
						size="xs"
						data={formats}
						value={how.format}
						onChange={(value) => onChoose({ encoding: choices.encoding, format: value as ReadOptions['format'] })}
					/>
					<Choice
						label="Encoding"
						size="xs"
						data={encodings}
						value={how.encoding}
						onChange={(value) => choose({ encoding: encodings.find((encoding) => encoding === value) })}
					/>
				</>
			)}
			{how.format === 'delimited' && (
				<>
					<Choice
						label="Delimiter"
						size="xs"
						data={delimiters}
						value={how.delimiter}
						onChange={(delimiter) => choose({ delimiter, preamble: undefined })}
					/>
					<Choice
						label="Quote character"
						size="xs"
						data={quotes}
						value={how.quote ?? 'none'}
						onChange={(value) => choose({ quote: value === '"' || value === "'" ? value : null })}
					/>
				</>
			)}
			{how.format === 'excel' && (
				<Choice label="Sheet" size="xs" data={sheets} value={how.sheet} onChange={(sheet) => onChoose({ sheet })} />
			)}
			{(how.format === 'delimited' || how.format === 'excel') && (
				<>
					{number(how.format === 'excel' ? 'Rows to skip' : 'Lines to skip', how.preamble, 'preamble')}
					{number('Header rows', how.headerRows, 'headerRows')}
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
