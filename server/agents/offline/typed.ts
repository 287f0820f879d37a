import type { Column } from '../builtin/schema.ts';
import { isMostlyNumbers } from './graph.ts';

/** A column cast to the type its values really have. */
export const typed = (column: Column, ref: string): string =>
	column.textOf === 'number'
		? `TRY_CAST(${ref} AS DOUBLE)`
		: isMostlyNumbers(column)
			? numberIn(ref)
			: column.textOf === 'date'
				? `TRY_CAST(${ref} AS TIMESTAMP)`
				: ref;
export const compared = (column: Column, ref: string): string =>
	column.kind === 'text' && column.textOf === null ? numberIn(ref) : typed(column, ref);
const numberIn = (ref: string): string => `TRY_CAST(regexp_replace(${ref}, '[,$€£#% ]', '', 'g') AS DOUBLE)`;
