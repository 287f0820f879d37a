/** Whether a text consists of these parts in order, with anything in between. A single part must equal the text. */
export function containsInOrder(parts: readonly string[], text: string): boolean {
	const [start = '', ...others] = parts;
	const end = others.pop();
	if (end === undefined) return text === start;
	if (!text.startsWith(start)) return false;
	// Doesn't use a regular expression: many wildcards can make one run practically forever.
	let from = start.length;
	for (const part of others) {
		const at = text.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return text.slice(from).endsWith(end);
}
