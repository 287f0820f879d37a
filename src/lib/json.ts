/** Parses JSON text. @throws SyntaxError */
export function parseJson(text: string): unknown {
	return JSON.parse(text);
}
