import * as z from 'zod/mini';
import { around, type Lineage, type Steps } from './lineage.ts';

const StepsText = z.catch(z.enum(['', 'all', '1', '2', '3', '5', '0']), '');
type StepsText = z.infer<typeof StepsText>;

/** What the address of the lineage holds. What cannot be read falls back to the default of its own. */
export interface LineageSearch {
	readonly q: string;
	/** `owner/namespace/dataset`; empty: everything. */
	readonly focus: string;
	/** Steps up and down the stream from the focus; empty: all, as far as that can be looked over. */
	readonly up: StepsText;
	readonly down: StepsText;
	/** Folded names of namespaces that are one card each. */
	readonly collapsed: readonly string[];
	readonly view: '' | 'list';
}

export const readLineageSearch = (params: URLSearchParams): LineageSearch => ({
	q: params.get('q') ?? '',
	focus: params.get('focus') ?? '',
	up: StepsText.parse(params.get('up')),
	down: StepsText.parse(params.get('down')),
	collapsed: params.getAll('collapsed'),
	view: params.get('view') === 'list' ? 'list' : '',
});

/** Writes only what differs from the plain page. */
export function writeLineageSearch({ collapsed, ...one }: LineageSearch): URLSearchParams {
	const given = Object.entries(one).filter(([, value]) => value !== '');
	return new URLSearchParams([...given, ...collapsed.map((value): [string, string] => ['collapsed', value])]);
}

export const stepChoices = [
	{ value: 'all', label: 'all' },
	{ value: '1', label: '1 step' },
	{ value: '2', label: '2 steps' },
	{ value: '3', label: '3 steps' },
	{ value: '5', label: '5 steps' },
	{ value: '0', label: 'none' },
] as const;

export const readSteps = (text: string): StepsText => StepsText.parse(text);
export const stepsOf = (text: StepsText): Steps => (text === '' || text === 'all' ? null : Number(text));

/** The steps that are shown: those of the address, else all, and of more than `largest` datasets one step. */
export function shownSteps(
	all: Lineage,
	focus: string,
	{ up, down }: Pick<LineageSearch, 'up' | 'down'>,
	largest: number,
): { readonly up: StepsText; readonly down: StepsText } {
	const isOpen = focus !== '' && (up === '' || down === '');
	const usual = isOpen && around(all, focus, null, null).size > largest ? '1' : 'all';
	return { up: up || usual, down: down || usual };
}
