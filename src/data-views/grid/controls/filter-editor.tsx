import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
	type CellKind,
	type FilterOperator,
	type FilterTerm,
	filterProblem,
	type GridColumn,
	needsValue,
	operatorsFor,
} from '../../../rows/index.ts';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { operatorLabel, withoutGroups } from './filter-labels.ts';

interface FilterEditorProps {
	readonly columns: readonly GridColumn[];
	/** The term to edit, or just a column. */
	readonly first: {
		readonly column: string;
		readonly op?: FilterOperator;
		readonly value?: FilterTerm['value'];
	};
	readonly onApply: (term: FilterTerm) => void;
	/** Removes the edited term; absent for a new one. */
	readonly onRemove: (() => void) | undefined;
}

interface TypedTerm {
	readonly column: string;
	readonly op: FilterOperator | undefined;
	readonly text: string;
}

function readTerm({ column, op: chosen, text }: TypedTerm, columns: readonly GridColumn[]) {
	const kind = columns.find(({ name }) => name === column)?.kind ?? 'text';
	const operators = operatorsFor(kind);
	const op = operators.find((operator) => operator === chosen) ?? operators[0] ?? '=';
	const value = kind === 'boolean' && text !== 'false' ? 'true' : text;
	const exact = (typed: string) =>
		kind === 'text' || kind === 'json' ? typed : isNumber(kind) ? withoutGroups(typed.trim()) : typed.trim();
	const given = op === 'in' ? text.replace(/\n$/, '').split('\n').map(exact) : exact(value);
	const term: FilterTerm = needsValue(op) ? { column, op, value: given } : { column, op };
	return { kind, operators, op, value, term };
}

export function FilterEditor({ columns, first, onApply, onRemove }: FilterEditorProps) {
	const form = useForm({
		initialValues: {
			column: first.column,
			op: first.op,
			text: typeof first.value === 'object' ? first.value.join('\n') : (first.value ?? ''),
		} as TypedTerm,
		validate: (values) => ({ text: filterProblem(readTerm(values, columns).term, columns) }),
		transformValues: (values) => readTerm(values, columns).term,
	});
	const { kind, operators, op, value } = readTerm(form.values, columns);
	const column = form.getInputProps('column');
	return (
		<Stack component={Form} gap={3} onSubmit={form.onSubmit(onApply)}>
			<NativeSelect
				label="Column"
				data={columns.map((column) => column.name)}
				{...column}
				onChange={(event) => {
					form.clearErrors();
					column.onChange(event);
				}}
			/>
			<NativeSelect
				label="Condition"
				data={operators.map((operator) => ({ value: operator, label: operatorLabel(operator, kind) }))}
				{...form.getInputProps('op')}
				value={op}
			/>
			{needsValue(op) && kind === 'boolean' && (
				<NativeSelect label="Value" data={['true', 'false']} {...form.getInputProps('text')} value={value} />
			)}
			{op === 'in' && <Textarea label="Values, one per line" rows={5} data-autofocus {...form.getInputProps('text')} />}
			{needsValue(op) && op !== 'in' && kind !== 'boolean' && (
				<TextInput label="Value" placeholder={examples[kind] ?? ''} data-autofocus {...form.getInputProps('text')} />
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

const examples: Readonly<Record<string, string | undefined>> = {
	temporal: '2024-01-31 or 2024-01-31 12:00:00',
	integer: '15',
	float: '1.5',
	decimal: '1.50',
};
