import type { DoneStep } from './plan.ts';

/** What is wrong with the figures of an answer: each must be in a step that it names, or in the question, rounded or as a percentage. */
export function figureProblem(markdown: string, question: string, steps: readonly DoneStep[]): string | null {
	const given = new Map(steps.map((step) => [step.index, figuresOf(step)]));
	const questionNumbers = numbersIn(question);
	for (const block of markdown.split(/\n\s*\n/)) {
		const named = [...block.matchAll(/\[step (\d+)\]/gi)].map((match) => Number(match[1]));
		const unknown = named.find((index) => !given.has(index));
		if (unknown !== undefined) return `There is no step ${unknown}.`;
		const text = block.replaceAll(/\[step \d+\]/gi, '').replaceAll(/^\s*\d+\.\s/gm, '');
		for (const { written, digits, value, decimals } of numbersIn(text)) {
			if (questionNumbers.some((figure) => figure.value === value)) continue;
			if (named.length === 0) return `The figure ${written} does not say from which step it is.`;
			const known = named.flatMap((index) => given.get(index) ?? []);
			// What no double holds is the same only by its digits.
			const large = value > Number.MAX_SAFE_INTEGER;
			if (!known.some((figure) => figure.digits === digits || (!large && isRounded(figure.value, value, decimals)))) {
				return `The figure ${written} is not in ${named.map((value) => `step ${value}`).join(' or ')}.`;
			}
		}
	}
	return null;
}

/** Every number in a step's rows, also inside of texts, and how many rows there are. */
const figuresOf = ({ rows }: DoneStep): Figure[] => [
	...numbersIn(`${rows.total} ${rows.rows.length}`),
	...rows.rows.flatMap((row) => numbersIn(row, false)),
];

interface Figure {
	readonly written: string;
	readonly digits: string;
	readonly value: number;
	readonly decimals: number;
}

/** @param grouped whether a comma sets thousands apart, as people write; JSON never does */
function numbersIn(text: string, grouped = true): Figure[] {
	const pattern = grouped
		? /(?<![\p{L}\d.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?/giu
		: /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
	return [...text.matchAll(pattern)].map(([written]) => {
		const digits = written.replaceAll(',', '');
		return { written, digits, value: Math.abs(Number(digits)), decimals: (/\.(\d+)/.exec(digits)?.[1] ?? '').length };
	});
}

function isRounded(known: number, value: number, decimals: number): boolean {
	const within = (of: number): boolean =>
		Math.abs(Math.abs(of) - value) <= 0.5 * 10 ** -decimals + Math.abs(of) * 1e-12;
	return within(known) || (Math.abs(known) <= 1 && within(known * 100));
}
