const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

export function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Pretty-prints JSON, keeping numbers and strings unchanged by not parsing them. @returns null if it isn't JSON */
export function prettyJson(text: string): string | null {
	if (!isJson(text)) return null;
	let written = '';
	let depth = 0;
	let before = '';
	const line = () => `\n${'  '.repeat(depth)}`;
	for (const [sign] of text.matchAll(token)) {
		const closes = sign === '}' || sign === ']';
		const opened = before === '{' || before === '[';
		if (closes) {
			depth -= 1;
			if (!opened) written += line();
		} else if (opened) written += line();
		written += sign;
		if (sign === '{' || sign === '[') depth += 1;
		else if (sign === ',') written += line();
		else if (sign === ':') written += ' ';
		before = sign;
	}
	return written;
}
