import { countryOf } from './countries.ts';
import { noRules, type Rules } from './hints.ts';

/** Reads of instructions what rules can honor: the order of dates, the decimal sign, whose numbers phones are, how countries are written. */
export function readInstructions(text: string) {
	let rules: Rules = noRules;
	/** The sentences that rules cannot carry out, as they were written. */
	const beyond: string[] = [];
	for (const sentence of text.split(/[\n;]+|[.!]\s+|[.!]$/)) {
		const trimmed = sentence.trim();
		if (trimmed === '') continue;
		const found = readSentence(trimmed);
		if (found === null) beyond.push(trimmed);
		else rules = { ...rules, ...found };
	}
	return { rules, beyond };
}

function readSentence(text: string): Partial<Rules> | null {
	if (
		/\b(day|dd)[\s-]*(comes|is|are|stands)?\s*(first|before|[/.-]?mm\b)|\bdd[/.-]mm|\bd\/m\/y|\beuropean dates?\b/i.test(
			text,
		)
	) {
		return { dayFirst: true };
	}
	if (
		/\b(month|mm)[\s-]*(comes|is|are|stands)?\s*(first|before)|\bmm[/.-]dd|\bm\/d\/y|\b(us|american) dates?\b/i.test(
			text,
		)
	) {
		return { dayFirst: false };
	}
	if (/\bdecimal comma|\bcomma\b.*\bdecimals?\b|\bdecimals?\b.*\bcommas?\b/i.test(text)) return { decimal: ',' };
	if (/\bdecimal (point|dot)|\b(point|dot|period)\b.*\bdecimals?\b|\bdecimals?\b.*\b(points?|dots?)\b/i.test(text))
		return { decimal: '.' };
	if (/\bcountr(y|ies)\b.*\b(alpha[- ]?3|iso ?3|three[- ]letters?)\b/i.test(text)) return { countryForm: 'alpha-3' };
	if (/\bcountr(y|ies)\b.*\b(alpha[- ]?2|iso( codes?)?|two[- ]letters?|codes)\b/i.test(text))
		return { countryForm: 'alpha-2' };
	if (/\bcountr(y|ies)\b.*\bin english\b|\benglish country names\b/i.test(text)) return { countryForm: 'name' };
	const [, named] =
		/^(?:the )?(?:default )?(?:country|phones?|phone numbers?|telephone numbers?)(?: of (?:the )?phones?(?: numbers?)?)? (?:is|are|are all)(?: from| of| in)? (?:the )?(.+)$/i.exec(
			text,
		) ?? [];
	const country = named === undefined ? null : countryOf(named);
	return country === null ? null : { country };
}
