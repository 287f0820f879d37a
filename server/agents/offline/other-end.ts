const number = 'one|two|three|four|five|six|seven|eight|nine|ten|\\d+';
const ends =
	'highest|lowest|largest|smallest|biggest|greatest|most|least|fewest|longest|shortest|best|worst|top|bottom|earliest|latest|oldest|newest|youngest|maximum|minimum|max|min';
const onlyEnd = new RegExp(
	`^\\W*(?:(?:and|but|now|what about|how about)\\W+)*(?:the )?(${ends})(?: (${number}))?(?: ones?)?\\W*$`,
	'i',
);
const anyEnd = new RegExp(`\\b(${ends})(?: (${number}))?\\b`, 'i');

/** "and the lowest?", "and the bottom 2?": the question before with that in the place of what it ranked by; null where it ranked nothing. */
export function withOtherEnd(question: string, before: string): string | null {
	const [, end, count] = onlyEnd.exec(question) ?? [];
	if (end === undefined || !anyEnd.test(before)) return null;
	return before.replace(anyEnd, (_, _end: string, counted?: string) => {
		const many = count ?? counted;
		return many === undefined ? end : `${end} ${many}`;
	});
}
