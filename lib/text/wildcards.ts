/** Whether a text is made of these parts in order, with anything between them; one part is the whole text. */
export function isMadeOf(parts: readonly string[], text: string): boolean {
	const [start = '', ...others] = parts;
	const end = others.pop();
	if (end === undefined) return text === start;
	if (!text.startsWith(start)) return false;
	// No regular expression: one with many wildcards can take longer than anybody waits.
	let from = start.length;
	for (const part of others) {
		const at = text.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return text.slice(from).endsWith(end);
}
