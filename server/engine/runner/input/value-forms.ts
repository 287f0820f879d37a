/** Characters that value forms distinguish; all others are equivalent. */
export const signs = '01-+.:T ZruefalstRUEFALS';
/** Stands for the digits 1 to 9. */
const nonZero = '1';
const digits = ['0', nonZero];

/** State after part of a value: whether the value may end here, and the next state for each character. */
export interface FormState {
	isEnd: boolean;
	readonly next: Map<string, FormState>;
}

const state = (isEnd = false): FormState => ({ isEnd, next: new Map() });

function lead(from: FormState, by: readonly string[], to: FormState): FormState {
	for (const sign of by) from.next.set(sign, to);
	return to;
}

/** @param pattern `#` matches a digit, `_` a space or T @param ends lengths that a value may have */
function chain(pattern: string, ends: readonly number[]): { start: FormState; ends: FormState[] } {
	const start = state();
	const found: FormState[] = [];
	let at = start;
	for (const [index, sign] of [...pattern].entries()) {
		at = lead(at, sign === '#' ? digits : sign === '_' ? ['T', ' '] : [sign], state(ends.includes(index + 1)));
		if (at.isEnd) found.push(at);
	}
	return { start, ends: found };
}

function words(list: readonly string[]): FormState {
	const start = state();
	for (const word of list) {
		let at = start;
		for (const sign of word) at = at.next.get(sign) ?? lead(at, [sign], state());
		at.isEnd = true;
	}
	return start;
}

function integers(): FormState {
	const [start, negative, more] = [state(), state(), state(true)];
	lead(start, ['-'], negative);
	for (const from of [start, negative]) {
		lead(from, ['0'], state(true));
		lead(from, [nonZero], more);
	}
	lead(more, digits, more);
	return start;
}

/** Numbers with at most this many digits before and after the point. */
export function decimals(before: number, behind: number): FormState {
	const [start, negative, positive, point] = [state(), state(), state(), state()];
	const fraction = state(true);
	let at = fraction;
	for (let digit = 1; digit <= behind; digit += 1) {
		at = lead(at, digits, state(true));
		if (digit === 1) lead(point, digits, at);
	}
	lead(start, ['-'], negative);
	lead(start, ['+'], positive);
	for (const from of [start, negative, positive]) lead(from, ['.'], point);
	const zero = state(true);
	lead(zero, ['.'], fraction);
	let whole = state(true);
	for (const from of [start, negative]) {
		lead(from, ['0'], zero);
		lead(from, [nonZero], whole);
	}
	for (let digit = 1; digit <= before; digit += 1) {
		lead(whole, ['.'], fraction);
		if (digit < before) whole = lead(whole, digits, state(true));
	}
	return start;
}

const timestamp = '####-##-##_##:##:##.######';
const timestampEnds = [16, 19, 21, 22, 23, 24, 25, 26];

function zoned(): FormState {
	const { start, ends } = chain(timestamp, timestampEnds);
	const [hours, minutes, end] = [state(), state(), state(true)];
	lead(lead(hours, digits, state()), digits, minutes);
	lead(lead(minutes, digits, lead(lead(minutes, [':'], state()), digits, state())), digits, end);
	for (const at of ends) {
		at.isEnd = false;
		lead(at, ['-', '+'], hours);
		lead(at, ['Z'], end);
	}
	return start;
}

/** For each type, the text forms that are read exactly as written; readings.ts has the same forms as expressions. */
export const forms: Readonly<Record<string, () => FormState>> = {
	BOOLEAN: () => words(['true', 'false', 'True', 'False', 'TRUE', 'FALSE']),
	BIGINT: integers,
	DATE: () => chain('####-##-##', [10]).start,
	TIME: () => chain('##:##:##.######', [5, 8, 10, 11, 12, 13, 14, 15]).start,
	TIMESTAMP: () => chain(timestamp, timestampEnds).start,
	'TIMESTAMP WITH TIME ZONE': zoned,
};
