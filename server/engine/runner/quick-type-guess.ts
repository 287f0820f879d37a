import { areMonths } from './input/number-signs.ts';
import { decimals, type FormState, forms } from './input/value-forms.ts';
import { readings } from './readings.ts';

/** The type that all values of a column seem to have; reading them confirms or refutes it. */
export interface Guess {
	readonly type: string;
	/** Strings that the engine reads as exactly the value they spell. */
	readonly form: FormState;
}

/** Most digits of a number that a DOUBLE preserves. */
const doubleDigits = 15;

/** A column's type, guessed from its first values; null if a cast alone can't decide it. */
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
	if (first.type === 'DECIMAL') return decimal === ',' || areMonths(filled) ? null : guessDouble(filled);
	const form = forms[first.type]?.();
	return form === undefined ? null : { type: first.type, form };
}

/** Splits the digits that a DOUBLE preserves between those before and after the point, for all numbers of the column. */
function guessDouble(values: readonly string[]): Guess | null {
	const parts = values.map((value) => value.replace(/^[-+]/, '').split('.'));
	const before = Math.max(...parts.map(([digits = '']) => digits.length));
	const after = Math.max(...parts.map(([, digits = '']) => digits.length));
	const spare = doubleDigits - before - after;
	if (after === 0 || spare < 0) return null;
	const maxAfter = after + Math.floor(spare / 2);
	return { type: 'DOUBLE', form: decimals(doubleDigits - maxAfter, maxAfter) };
}
