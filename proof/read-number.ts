/** A whole number from the command line, such as `--name 5`, or the default. @throws Error if it is invalid or too small */
export function readNumber(name: string, standard: number, least = 1): number {
	const at = process.argv.indexOf(`--${name}`);
	if (at < 0) return standard;
	const text = process.argv[at + 1] ?? '';
	if (!/^\d+$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`);
	if (Number(text) < least)
		throw new Error(`--${name} must be at least ${least}. With ${text}, nothing would be tested.`);
	return Number(text);
}
