import { type Reading, readings } from './readings.ts';

/** A type that all values of a column seem to have; whether they do is told while they are read. */
export interface Guess {
	readonly type: string;
	/** Whether a text is certainly a value of the type as `value`, its cast, gives it, as SQL. */
	readonly fits: (text: string, value: string) => string;
}

/** Share of the values that fit a reading for it to be tried (detect-types.ts). */
const likely = 0.8;
/** Most digits of a number that a DOUBLE gives back as they were. */
const doubleDigits = 15;

/** The type of a column by the first of its values; null where they have none that can be told by a cast alone. */
export function guessType(
	rows: readonly (readonly (string | null)[])[],
	column: number,
	decimal: '.' | ',' | undefined,
): Guess | null {
	const filled = rows.map((row) => (row[column] ?? '').replace(/^ +| +$/g, '')).filter(Boolean);
	if (filled.length === 0) return null;
	const first = readings.find(({ form }) => {
		const whole = new RegExp(`^(?:${form})$`);
		return filled.filter((value) => whole.test(value)).length >= filled.length * likely;
	});
	if (first === undefined || first.format !== null) return null;
	const whole = new RegExp(`^(?:${first.form})$`);
	if (!filled.every((value) => whole.test(value))) return null;
	if (first.type === 'DECIMAL') return decimal === ',' ? null : guessDouble(filled);
	const written = writtenAs[first.type];
	return written === undefined ? null : { type: first.type, fits: checked(first, written) };
}

/** Whether the text is how the engine writes the value, which is much sooner told than its form. */
const writtenAs: Readonly<Record<string, ((text: string, value: string) => string) | undefined>> = {
	BOOLEAN: (text, value) => `CAST(${value} AS VARCHAR) = ${text}`,
	BIGINT: (text, value) => `CAST(${value} AS VARCHAR) = ${text}`,
	// Longer ones are of years that have more digits than four.
	DATE: (text, value) => `(strlen(${text}) = 10 AND CAST(${value} AS VARCHAR) = ${text})`,
	TIME: (text, value) => `(strlen(${text}) = 8 AND CAST(${value} AS VARCHAR) = ${text})`,
	TIMESTAMP: (text, value) => `(strlen(${text}) = 19 AND CAST(${value} AS VARCHAR) = ${text})`,
	'TIMESTAMP WITH TIME ZONE': () => 'false',
};

const checked =
	({ form }: Pick<Reading, 'form'>, isWritten: (text: string, value: string) => string): Guess['fits'] =>
	(text, value) => {
		const filled = `nullif(trim(${text}), '')`;
		const isOf = `regexp_full_match(${filled}, '${form.replaceAll("'", "''")}')`;
		return `(${text} IS NULL OR ${isWritten(text, value)} OR ${filled} IS NULL OR (${isOf} AND ${value} IS NOT NULL))`;
	};

/** As many digits before and behind the point as a DOUBLE holds of all numbers of the column together. */
function guessDouble(values: readonly string[]): Guess | null {
	const parts = values.map((value) => value.replace(/^[-+]/, '').split('.'));
	const before = Math.max(...parts.map(([digits = '']) => digits.length));
	const after = Math.max(...parts.map(([, digits = '']) => digits.length));
	const spare = doubleDigits - before - after;
	if (after === 0 || spare < 0) return null;
	const mostAfter = after + Math.floor(spare / 2);
	const digits = `(0|[1-9][0-9]{0,${doubleDigits - mostAfter - 1}})`;
	const form = `-?${digits}(\\.[0-9]{0,${mostAfter}})?|[-+]?\\.[0-9]{1,${mostAfter}}`;
	const isOf = (text: string) => `regexp_full_match(${text}, '${form}')`;
	return { type: 'DOUBLE', fits: checked({ form }, isOf) };
}
