import { type FormState, signs } from './value-forms.ts';

/** Byte classes: five from the layout, one for each character in `signs`, and one for all others. */
const [separatorKind, quoteKind, feedKind, returnKind, nulKind, firstSign] = [0, 1, 2, 3, 4, 5];
const otherKind = firstSign + signs.length;
const kinds = 32;

/** States after a value, at the start of the next column or record, by how the value matched its form. */
export interface Ends {
	readonly filled: number;
	readonly odd: number;
	readonly empty: number;
}

/** Counted states of a column. The bytes between them belong to its values. */
export interface ColumnEvents {
	readonly ends: Ends;
	/** After a quote that isn't part of the value. */
	readonly quotes: readonly number[];
	/** At a line end in quotes, which is part of the value. */
	readonly line: number;
}

/**
 * The meaning of each byte of delimited text, given those before it, as a table: `next[state + kindOf[byte]]` is the next state. No transition leaves
 * state 0, which means that something is unusual.
 * @param forms for each column, how its values are expected to be written; null if any text is
 */
export function recordMachine(delimiter: string, quote: string | null, forms: readonly (FormState | null)[]) {
	const kindOf = new Uint8Array(256).fill(otherKind);
	for (const [index, sign] of [...signs].entries()) kindOf[sign.charCodeAt(0)] = firstSign + index;
	for (const digit of '23456789') kindOf[digit.charCodeAt(0)] = firstSign + signs.indexOf('1');
	for (const [byte, kind] of [
		[10, feedKind],
		[13, returnKind],
		[0, nulKind],
	] as const)
		kindOf[byte] = kind;
	if (quote !== null) kindOf[quote.charCodeAt(0)] = quoteKind;
	kindOf[delimiter.charCodeAt(0)] = separatorKind;

	const next: number[] = [];
	const add = (): number => {
		for (let kind = 0; kind < kinds; kind += 1) next.push(0);
		return next.length - kinds;
	};
	const lead = (from: number, kind: number, to: number) => {
		next[from + kind] = to;
	};
	const addEnds = (): Ends => ({ filled: add(), odd: add(), empty: add() });
	add();
	const returns = addEnds();
	const columns = forms.map(() => {
		const [ends, opened, closed, line] = [addEnds(), add(), addEnds(), add()];
		return { ends, opened, closed, line, quotes: [opened, ...Object.values(closed)] };
	});
	/** States from here on aren't counted. */
	const events = next.length;
	const last = columns.at(-1);

	for (const [index, form] of forms.entries()) {
		const column = columns[index];
		if (column === undefined || last === undefined) continue;
		const { ends, opened, closed, line } = column;
		const isLast = column === last;
		const begins = Object.values((columns[index - 1] ?? last).ends);
		const [plain, quoted] = [add(), add()];
		const end = (from: number, how: keyof Ends) => {
			lead(from, isLast ? feedKind : separatorKind, ends[how]);
			if (isLast) lead(from, returnKind, returns[how]);
			if (isLast) lead(returns[how], feedKind, ends[how]);
		};
		const [usual, formless] = [form === null ? 'filled' : 'odd', [plain, quoted, line, opened, ...begins]] as const;
		/** Transitions for all other bytes, which continue the value as text unless a form overrides them. */
		const goOn = (from: number, isQuoted: boolean) => {
			for (let kind = firstSign; kind <= otherKind; kind += 1) lead(from, kind, isQuoted ? quoted : plain);
			if (!isQuoted) return;
			lead(from, separatorKind, quoted);
			for (const kind of [feedKind, returnKind]) lead(from, kind, line);
		};
		for (const from of formless) goOn(from, from === quoted || from === line || from === opened);
		for (const from of begins) {
			// With a single column, an empty line isn't an empty value.
			if (forms.length > 1) end(from, 'empty');
			lead(from, quoteKind, opened);
		}
		end(plain, usual);
		for (const from of [quoted, line]) lead(from, quoteKind, closed[usual]);
		lead(opened, quoteKind, closed.empty);
		for (const how of ['filled', 'odd', 'empty'] as const) {
			end(closed[how], how);
			// A doubled quote is one quote in the value.
			lead(closed[how], quoteKind, quoted);
		}
		if (form === null) continue;
		for (const isQuoted of [false, true]) {
			const known = new Map<FormState, number>();
			const follow = (from: number, part: FormState) => {
				for (const [sign, to] of part.next) lead(from, firstSign + signs.indexOf(sign), known.get(to) ?? stateOf(to));
			};
			const stateOf = (part: FormState): number => {
				const made = add();
				known.set(part, made);
				goOn(made, isQuoted);
				const how = part.isEnd ? 'filled' : 'odd';
				if (isQuoted) lead(made, quoteKind, closed[how]);
				else end(made, how);
				follow(made, part);
				return made;
			};
			for (const from of isQuoted ? [opened] : begins) follow(from, form);
		}
	}
	const feedFrom = (state: number): number => next[state + feedKind] ?? 0;
	return {
		kindOf,
		// The smaller table stays in the processor's fastest cache.
		next: next.length <= 2 ** 16 ? Uint16Array.from(next) : Int32Array.from(next),
		returns,
		columns: columns as readonly ColumnEvents[],
		events,
		feedFrom,
	};
}
