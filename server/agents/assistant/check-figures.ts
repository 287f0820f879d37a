import type { UnsupportedFigure } from '#contract/agents/artifacts.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { readRow } from '../query/present.ts';
import type { DoneStep, PlannerInput } from './plan.ts';
import { fractionWords, numberWords } from './spelled-numbers.ts';

type Given = Pick<PlannerInput, 'question' | 'callerContext'>;

/**
 * Figures of a text that its sources don't contain: the rows of the steps that its paragraph names, or of any step if it names none. Figures of the
 * question and of the attached rows are accepted too; figures may be rounded.
 */
export function unsupportedFigures(markdown: string, given: Given, steps: readonly DoneStep[]): UnsupportedFigure[] {
	const ofSteps = new Map(steps.map((step) => [step.index, knownIn(step)]));
	const sent = given.callerContext.flatMap(({ title, text = '', rows = [] }) => [title, text, stringifyJson(rows)]);
	const always = [given.question, ...sent].flatMap((text) => digitsIn(text)).map(knownOf(true));
	return blocksOf(markdown).flatMap(({ block, at }) => {
		const named = [...new Set([...block.matchAll(/\[step (\d+)\]/gi)].map((match) => Number(match[1])))];
		const there = named.filter((index) => ofSteps.has(index));
		const known = (there.length === 0 ? [...ofSteps.keys()] : there).flatMap((index) => ofSteps.get(index) ?? []);
		const reason =
			there.length === 0 ? 'Not found in the rows of any step' : `Not found in the rows of step ${there.join(' or ')}`;
		// Blanks out numbers that aren't figures, keeping the length so that positions stay valid.
		const text = block.replaceAll(/\[step \d+\]|^\s*\d+[.)]\s/gim, (part) => ' '.repeat(part.length));
		return figuresIn(text)
			.filter((figure) => ![...always, ...known].some((one) => isSame(one, figure)))
			.map(({ start, written }) => ({ start: at + start, end: at + start + written.length, text: written, reason }));
	});
}

/** Paragraphs with their offsets. */
function blocksOf(text: string): { block: string; at: number }[] {
	const blocks: { block: string; at: number }[] = [];
	let at = 0;
	for (const part of text.split(/(\n\s*\n)/)) {
		blocks.push({ block: part, at });
		at += part.length;
	}
	return blocks;
}

interface Figure {
	readonly written: string;
	readonly start: number;
	/** Its digits, if it's written only in digits. */
	readonly digits: string | null;
	readonly value: number;
	/** Tolerance for rounding. */
	readonly within: number;
	/** Whether it may be a percentage; figures in words say so explicitly. */
	readonly isPercent: boolean;
	/** Whether it is a ratio, such as "twice" and "a third". */
	readonly isRatio: boolean;
}

interface Known {
	readonly digits: string;
	readonly value: number;
	/** Whether "twice" or "a third" can refer to it: a fraction, or a value of a column named as a ratio. */
	readonly mayBeRatio: boolean;
}

const ratioName =
	/ratio|times|share|percent|pct|fraction|factor|proportion|rate|multiple|relative|change|growth|_per_|%/i;
const magnitudes: Readonly<Record<string, number>> = {
	...{ hundred: 1e2, thousand: 1e3, k: 1e3, million: 1e6, mn: 1e6, M: 1e6 },
	...{ billion: 1e9, bn: 1e9, B: 1e9, trillion: 1e12 },
};

/** A comma separates thousands in people's text, never in JSON. */
const written =
	/(?<![\p{L}\d.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?(?:\s?(hundred|thousand|million|billion|trillion|[mb]n|k|M|B)\b)?/gu;

function figuresIn(text: string): Figure[] {
	const inDigits = [...text.matchAll(written)].map((match): Figure => {
		const [whole, magnitude = ''] = match;
		const times = magnitudes[magnitude] ?? 1;
		const digits = whole
			.slice(0, whole.length - magnitude.length)
			.trim()
			.replaceAll(',', '');
		const decimals = (/\.(\d+)/.exec(digits)?.[1] ?? '').length;
		return {
			...{ written: whole, start: match.index, digits: times === 1 ? digits : null, isRatio: false },
			isPercent: true,
			...{ value: Math.abs(Number(digits)) * times, within: 0.5 * 10 ** -decimals * times },
		};
	});
	const follows = ({ start, written }: { start: number; written: string }) => text.slice(start + written.length);
	const inWords = numberWords(text).map((word): Figure => {
		return { ...word, digits: null, isRatio: false, isPercent: /^[\s-]*(%|per\s?cent)/i.test(follows(word)) };
	});
	const ratios = fractionWords(text).map((word): Figure => {
		return { ...word, digits: null, isRatio: true, isPercent: false };
	});
	const isIn = (one: Figure, other: Figure) =>
		one !== other && one.start >= other.start && one.start + one.written.length <= other.start + other.written.length;
	// "Two" in "two thirds" isn't a separate figure.
	return [...ratios, ...inDigits, ...inWords].filter((figure, _, all) => !all.some((other) => isIn(figure, other)));
}

const digitsIn = (text: string): string[] => text.match(/\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? [];

const knownOf =
	(mayBeRatio: boolean) =>
	(written: string): Known => {
		const digits = written.replaceAll(',', '').replace(/^-/, '');
		return { digits, value: Math.abs(Number(digits)), mayBeRatio: mayBeRatio || digits.includes('.') };
	};

/** Every number in a step's rows, including those inside texts, and the row count. */
function knownIn({ rows }: DoneStep): Known[] {
	const counts = [rows.total, rows.rows.length].map((count) => knownOf(false)(String(count)));
	const values = rows.rows.flatMap((row) =>
		Object.entries(readRow(row)).flatMap(([name, value]) => {
			const text = value instanceof JsonText ? value.text : typeof value === 'string' ? value : stringifyJson(value);
			return (text.match(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi) ?? []).map(knownOf(ratioName.test(name)));
		}),
	);
	return [...counts, ...values];
}

function isSame(known: Known, { digits, value, within, isRatio, isPercent }: Figure): boolean {
	if (digits !== null && digits.replace(/^-/, '') === known.digits) return true;
	// Numbers beyond double precision match only by their digits.
	if (value > Number.MAX_SAFE_INTEGER || (isRatio && !known.mayBeRatio)) return false;
	const isNear = (of: number): boolean => Math.abs(of - value) <= within + of * 1e-12;
	return (
		isNear(known.value) ||
		(known.value <= 1 && isPercent && isNear(known.value * 100)) ||
		(isRatio && isNear(known.value / 100))
	);
}
