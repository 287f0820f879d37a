import { countryOf } from './countries.ts';
import { noRules, type Rules } from './hints.ts';

export interface FollowedInstruction {
	/** As written. */
	readonly sentence: string;
	readonly kind: 'date' | 'number' | 'phone' | 'country' | 'spaces';
}

export interface ReadInstructions {
	readonly rules: Rules;
	readonly followed: readonly FollowedInstruction[];
	/** The sentences that rules can't follow, as written. */
	readonly beyond: readonly string[];
}

/**
 * Extracts the instructions that rules can follow: order of dates, decimal separator, country of phone numbers, form of countries, and leading and
 * trailing spaces.
 */
export function readInstructions(text: string): ReadInstructions {
	let rules: Rules = noRules;
	const followed: FollowedInstruction[] = [];
	const beyond: string[] = [];
	for (const sentence of text.split(/[\n;]+|[.!]\s+|[.!]$/)) {
		const trimmed = sentence.trim();
		if (trimmed === '') continue;
		const found = readSentence(trimmed);
		if (found === null) beyond.push(trimmed);
		else {
			rules = { ...rules, ...found };
			followed.push({ sentence: trimmed, kind: kindOf(found) });
		}
	}
	return { rules, followed, beyond };
}

function kindOf(found: Partial<Rules>): FollowedInstruction['kind'] {
	if (found.dayFirst !== undefined) return 'date';
	if (found.decimal !== undefined) return 'number';
	if (found.countryForm !== undefined) return 'country';
	return found.country === undefined ? 'spaces' : 'phone';
}

/** Texts are always trimmed, so this needs no rule. */
const asksToTrim = (text: string): boolean =>
	/^(please )?trim\b(?!.*(\d|\b(to|after|before|until|characters?)\b))/i.test(text) ||
	/^(please )?(strip|remove|drop|delete|cut off|ignore)\b.*\b(leading|trailing|surrounding|outer)\b.*\b(white ?space|spaces?|blanks?)\b/i.test(
		text,
	) ||
	/^(please )?(strip|remove|drop|delete|cut off|ignore)\b.*\b(white ?space|spaces?|blanks?) (at|around|from)\b.*\b(start|beginning|ends?|edges?|values?|texts?|names?)$/i.test(
		text,
	);

function readSentence(text: string): Partial<Rules> | null {
	if (asksToTrim(text)) return {};
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
