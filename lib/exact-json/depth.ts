/** Deeper than real data, and far from overflowing the stack of a recursive function. */
const deepest = 100;
export const tooDeep = `nested more than ${deepest} levels deep`;

/** Whether brackets outside of strings are nested too deeply to process. */
export function isTooDeep(json: string): boolean {
	let depth = 0;
	let isText = false;
	for (let index = 0; index < json.length; index += 1) {
		const sign = json[index];
		if (sign === '"') isText = !isText;
		else if (isText && sign === '\\') index += 1;
		else if (isText) continue;
		else if (sign === '[' || sign === '{') depth += 1;
		else if (sign === ']' || sign === '}') depth -= 1;
		if (depth > deepest) return true;
	}
	return false;
}
