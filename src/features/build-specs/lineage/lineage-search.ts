import * as z from 'zod/mini';
import { around, type Lineage, type Steps } from './lineage.ts';

const StepsText = z.catch(z.enum(['', 'all', '1', '2', '3', '5', '0']), '');
type StepsText = z.infer<typeof StepsText>;

/** State of the lineage page in the URL. Invalid parts fall back to their defaults. */
export interface LineageSearch {
	readonly q: string;
	/** `owner/namespace/dataset`; empty: everything. */
	readonly focus: string;
	/** Steps upstream and downstream of the focus; empty: all, up to a readable number. */
	readonly up: StepsText;
	readonly down: StepsText;
	/** Folded names of collapsed namespaces. */
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

/** Writes only differences from the default. */
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

/** The shown steps: from the URL, or all; above `largest` datasets only one step. */
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
