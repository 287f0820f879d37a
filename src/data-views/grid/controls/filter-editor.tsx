import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
	type CellKind,
	type FilterOperator,
	type FilterTerm,
	filterProblem,
	type GridColumn,
	needsValue,
	operatorsFor,
} from '../../../rows/index.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { operatorWords } from './filter-labels.ts';

interface FilterEditorProps {
	readonly columns: readonly GridColumn[];
	/** What it begins with: a term to change, or only a column. */
	readonly first: {
		readonly column: string;
		readonly op?: FilterOperator;
		readonly value?: string | readonly string[];
	};
	readonly onApply: (term: FilterTerm) => void;
	/** Takes away the term that is changed; absent for a new one. */
	readonly onRemove: (() => void) | undefined;
}

/** One condition that rows must meet. */
export function FilterEditor({ columns, first, onApply, onRemove }: FilterEditorProps) {
	const [name, setName] = useState(first.column);
	const column = columns.find((column) => column.name === name);
	const kind = column?.kind ?? 'text';
	const operators = operatorsFor(kind);
	const [chosen, setChosen] = useState<FilterOperator | null>(first.op ?? null);
	const op = chosen !== null && operators.includes(chosen) ? chosen : (operators[0] ?? '=');
	const [text, setText] = useState(typeof first.value === 'object' ? first.value.join('\n') : (first.value ?? ''));
	const value = kind === 'boolean' && text !== 'false' ? 'true' : text;
	const [problem, setProblem] = useState<string | null>(null);
	const apply = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const exact = (typed: string) =>
			kind === 'text' || kind === 'json' ? typed : isNumber(kind) ? withoutGroups(typed.trim()) : typed.trim();
		const given = op === 'in' ? text.replace(/\n$/, '').split('\n').map(exact) : exact(value);
		const term = needsValue(op) ? { column: name, op, value: given } : { column: name, op };
		const found = filterProblem(term, columns);
		if (found === null) return onApply(term);
		setProblem(found);
		event.currentTarget.querySelector<HTMLElement>('[data-autofocus]')?.focus();
	};
	const changeText = (next: string) => {
		setText(next);
		setProblem(null);
	};
	return (
		<Stack component="form" gap={3} onSubmit={apply}>
			<NativeSelect
				label="Column"
				value={name}
				data={columns.map((column) => column.name)}
				onChange={(event) => {
					setName(event.currentTarget.value);
					setProblem(null);
				}}
			/>
			<NativeSelect
				label="Condition"
				value={op}
				data={operators.map((operator) => ({ value: operator, label: operatorWords(operator, kind) }))}
				onChange={(event) => setChosen(operators.find((operator) => operator === event.currentTarget.value) ?? null)}
			/>
			{needsValue(op) && kind === 'boolean' && (
				<NativeSelect
					label="Value"
					value={value}
					data={['true', 'false']}
					onChange={(event) => setText(event.currentTarget.value)}
				/>
			)}
			{op === 'in' && (
				<Textarea
					label="Values, one on each line"
					value={text}
					rows={5}
					data-autofocus
					error={problem}
					onChange={(event) => changeText(event.currentTarget.value)}
				/>
			)}
			{needsValue(op) && op !== 'in' && kind !== 'boolean' && (
				<TextInput
					label="Value"
					value={text}
					placeholder={examples[kind] ?? ''}
					data-autofocus
					error={problem}
					onChange={(event) => changeText(event.currentTarget.value)}
				/>
			)}
			<Inline gap={2}>
				<Button type="submit">Apply filter</Button>
				{onRemove !== undefined && (
					<Button variant="default" onClick={onRemove}>
						Remove filter
					</Button>
				)}
			</Inline>
		</Stack>
	);
}

const isNumber = (kind: CellKind): boolean => ['integer', 'float', 'decimal', 'digits'].includes(kind);

/** "7043545" of "7,043,545", as a cell shows it; other texts as they are. */
const withoutGroups = (text: string): string =>
	/^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;

const examples: Readonly<Record<string, string | undefined>> = {
	temporal: '2024-01-31 or 2024-01-31 12:00:00',
	integer: '15',
	float: '1.5',
	decimal: '1.50',
};
