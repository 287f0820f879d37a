/**
 * Fills in a path of the contract. Every value stays within its own segment.
 * @throws Error for a missing value, and for `.` and `..`, which escaping can't keep within a segment
 */
export function requestUrl(base: string, path: string, params: object = {}, query: object = {}): string {
	const values = new Map<string, unknown>(Object.entries(params));
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = values.get(name);
		if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing.`);
		if (value === '.' || value === '..') throw new Error(`"${value}" isn’t a valid ${name}.`);
		return encodeURIComponent(value);
	});
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) search.set(name, String(value));
	}
	return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** Whether a URL belongs to the service: its origin, and its base path or below, however it's spelled. */
export function isUnder(base: string, address: string): boolean {
	if (!URL.canParse(address)) return false;
	const own = new URL(base);
	const target = new URL(address);
	// A server may treat `%2e%2e%2f` or a backslash as leaving the base path, so such URLs never count.
	if (/%2e|%5c|\\/i.test(address) || target.username !== '' || target.password !== '') return false;
	// A slash within a name is safe unless it's next to dots.
	if (target.pathname.split(/\/|%2f/i).some((segment) => /^\.{1,2}$/.test(segment))) return false;
	return target.origin === own.origin && `${target.pathname}/`.startsWith(`${own.pathname}/`);
}
