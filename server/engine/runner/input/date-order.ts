const date = /^(\d{1,2})([/.-])(\d{1,2})\2\d{2,4}\b/;

/**
 * A remark for users about a column of text that looks like dates.
 * @param values the column's first values
 * @param type the type they are saved as
 */
export function dateRemark(values: readonly string[], type: string): string | null {
	if (type !== 'VARCHAR') return null;
	const pairs = values.flatMap((value) => {
		const [, first, , second] = date.exec(value) ?? [];
		return first === undefined ? [] : [{ first: Number(first), second: Number(second) }];
	});
	if (pairs.length * 10 < values.length * 9) return null;
	const startsWithDay = pairs.some(({ first, second }) => first > 12 && second <= 12);
	const startsWithMonth = pairs.some(({ first, second }) => first <= 12 && second > 12);
	return startsWithDay && startsWithMonth
		? 'some dates start with the day and others with the month, so they stay text.'
		: null;
}
