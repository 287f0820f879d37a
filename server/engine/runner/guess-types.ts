import { decimals, type FormState, forms } from './input/value-forms.ts';
import { readings } from './readings.ts';

/** A type that all values of a column seem to have; whether they do is told while they are read. */
export interface Guess {
	readonly type: string;
	/** How values are written that the engine reads as the same as their text says. */
	readonly form: FormState;
}

/** Most digits of a number that a DOUBLE gives back as they were. */
const doubleDigits = 15;

/** The type of a column by the first of its values; null where they have none that can be told by a cast alone. */
export function guessType(
	rows: readonly (readonly (string | null)[])[],
	column: number,
	decimal: '.' | ',' | undefined,
): Guess | null {
	const filled = rows.map((row) => row[column] ?? '').filter(Boolean);
	if (filled.length === 0) return null;
	const isOf = ({ form }: { readonly form: string }) => {
		const whole = new RegExp(`^(?:${form})$`);
		return filled.every((value) => whole.test(value));
	};
	const first = readings.find(isOf);
	if (first === undefined || first.format !== null) return null;
	if (first.type === 'DECIMAL') return decimal === ',' ? null : guessDouble(filled);
	const form = forms[first.type]?.();
	return form === undefined ? null : { type: first.type, form };
}

/** As many digits before and behind the point as a DOUBLE holds of all numbers of the column together. */
function guessDouble(values: readonly string[]): Guess | null {
	const parts = values.map((value) => value.replace(/^[-+]/, '').split('.'));
	const before = Math.max(...parts.map(([digits = '']) => digits.length));
	const after = Math.max(...parts.map(([, digits = '']) => digits.length));
	const spare = doubleDigits - before - after;
	if (after === 0 || spare < 0) return null;
	const mostAfter = after + Math.floor(spare / 2);
	return { type: 'DOUBLE', form: decimals(doubleDigits - mostAfter, mostAfter) };
}
