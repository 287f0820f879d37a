export const joinedNames = (headers: readonly (readonly unknown[])[], width: number): string[] =>
	Array.from({ length: width }, (_, index) => {
		const names = headers.map((header) => String(header[index] ?? '').trim());
		return names.filter(Boolean).join(' ');
	});

/** Returns a unique name for each column. @param remarks receives what was renamed */
export function headerNames(given: readonly string[], width: number, remarks: string[]): string[] {
	const taken = new Set(given);
	const used = new Set<string>();
	const renamed: string[] = [];
	const names = Array.from({ length: Math.max(width, given.length) }, (_, index) => {
		const wanted = given[index] === undefined || given[index] === '' ? `column ${index + 1}` : given[index];
		let name = wanted;
		for (let count = 2; used.has(name) || (name !== wanted && taken.has(name)); count += 1) name = `${wanted} ${count}`;
		if (name !== wanted) renamed.push(`"${wanted}" (column ${index + 1}) was renamed to "${name}"`);
		used.add(name);
		return name;
	});
	if (renamed.length > 0)
		remarks.push(`Duplicate names: ${renamed.slice(0, 5).join(', ')}${renamed.length > 5 ? ' …' : ''}.`);
	return names;
}
