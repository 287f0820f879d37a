/** Beginnings of a question that depends on an earlier one. */
const lead =
	/^(?:(?:and|but|now|then|so|ok(?:ay)?|also|instead|please)[, ]+)*(?:(?:what|how) about|only|just|show (?:it|that|them)|the same|same|break (?:it|that|them) down|split (?:it|that|them))?[, ]*/i;
const piece =
	/^(?:only |just )?(?:by|per|for|in|from|to|of|with|without|on|at|before|after|since|until|between|during|where|when|excluding|except|over|under|above|below|grouped|sorted|ordered|each|every|(?:top|bottom)(?! \w+ [\w ]+ by))\b/i;
/** "where did they go?" */
const asksItself = /^(?:where|when) (?:do|does|did|is|are|was|were|has|have|had|can)\b/i;
const longestLeaning = 12;

/** Ways to append a follow-up ("and only for DFW?") to the earlier question, likeliest first; none if it stands alone. */
export function rewritings(question: string, earlier: string): string[] {
	const text = question.trim().replace(/[?.! ]+$/, '');
	if (text.split(/\s+/).length > longestLeaning) return [];
	const rest = text.replace(lead, '').replace(/^(?:only|just) /i, '');
	if (asksItself.test(rest)) return [];
	if (rest === '' || (rest === text && !piece.test(text))) return [];
	const before = earlier.trim().replace(/[?.! ]+$/, '');
	const joined = piece.test(rest)
		? [`${before} ${rest}`]
		: [`${before} for ${rest}`, `${before} in ${rest}`, `${before} ${rest}`];
	return [...joined, ...replaced(before, rest)];
}

/** Replaces a phrase of the same kind: "in March" for "… in February". */
function replaced(before: string, rest: string): string[] {
	const [preposition = ''] = /^\w+/.exec(rest) ?? [];
	const at = before.toLowerCase().lastIndexOf(` ${preposition.toLowerCase()} `);
	return piece.test(rest) && at > 0 ? [`${before.slice(0, at)} ${rest}`] : [];
}
