export type QuestionKind =
	| { readonly kind: 'search'; readonly phrase: string }
	| { readonly kind: 'describe'; readonly name: string }
	| { readonly kind: 'why' }
	| { readonly kind: 'analytic' };

const searches = [
	/^(?:which|what) (?:datasets?|tables?|data) (?:mentions?|contains?|holds?|covers?|speaks? of|tells? (?:me |us )?(?:about|of)|deals? with|includes?) (?<about>.+?)[?.! ]*$/i,
	/^(?:what|which|is there|are there|do (?:you|we) have|find|show(?: me)?|list)(?: (?:all|any|some|me|kinds? of))*(?: the)? (?:data|datasets?|tables?|information)(?: (?:is|are|do|does|can|have|has)(?: (?:there|you|we|i))?(?: (?:have|find|get|read|use))?)?(?: (?:here|available))?(?: (?:about|on|for|of|regarding|concerning|with|related to|that (?:mentions?|speaks? of))(?: (?:the|any))? (?<about>.+?))?(?: (?:here|available))?[?.! ]*$/i,
	/^(?:what|anything) (?:do|can) (?:you|we) (?:know|find|tell me|have|say) (?:about|on|of) (?<about>.+?)[?.! ]*$/i,
	/^(?:search|look)(?: for)? (?<about>.+?)[?.! ]*$/i,
	/^where (?:do|can) (?:i|we) find (?:data (?:about|on) )?(?<about>.+?)[?.! ]*$/i,
];
const describes =
	/^(?:describe|summari[sz]e|profile|tell me about|overview of|give me an overview of|what (?:is|does|do) (?:in )?)(?: the\b)?(?: (?:dataset|table|data(?: in)?)\b)? ?(?<name>.+?)(?: (?:contain|hold|look like|about))?(?: dataset| table)?[?.! ]*$/i;
const whys =
	/^(?:(?:and|but|so)[, ]+)?(?:why|how come|what explains (?:that|this|it)|what is behind (?:that|this|it))\b.{0,40}$/i;

export function kindOf(question: string): QuestionKind {
	const text = question.trim().replaceAll(/\s+/g, ' ');
	if (whys.test(text)) return { kind: 'why' };
	for (const pattern of searches) {
		const found = pattern.exec(text);
		if (found !== null) return { kind: 'search', phrase: found.groups?.about ?? '' };
	}
	const described = describes.exec(text)?.groups?.name;
	return described === undefined ? { kind: 'analytic' } : { kind: 'describe', name: described };
}

export const compares = (question: string): boolean =>
	/\b(compare|compared|comparison|versus|vs\.?|difference|differ)\b/i.test(question);

/** Splits a message into its questions: several sentences, or two joined by "and". */
export function partsOf(question: string): string[] {
	const sentences = question.match(/[^?.!]+[?.!]*/g)?.map((value) => value.trim()) ?? [question];
	const parts = sentences.filter((sentence) => sentence.length > 3);
	if (parts.length > 1) return parts;
	const halves = question.split(/,? and (?=(?:how|what|which|who|where|when|list|show|count)\b)/i);
	return halves.map((half) => half.trim()).filter((value) => value !== '');
}
