/**
 * Where to go after signing in. Always a path of this console, whatever the URL asks for.
 * @param next value of the URL's `next`
 */
export function ownPath(next: string | null): string {
	const fallback = '/';
	if (next === null || !next.startsWith('/')) return fallback;
	// `//host`, `/\host`, and control characters that browsers drop lead to other sites.
	if (/^\/[/\\]/.test(next) || hasControlCharacter(next)) return fallback;
	const url = URL.canParse(next, 'https://own.invalid') ? new URL(next, 'https://own.invalid') : null;
	if (url === null || url.origin !== 'https://own.invalid' || url.pathname.startsWith('//')) return fallback;
	return url.pathname.startsWith('/sign-in') ? fallback : `${url.pathname}${url.search}${url.hash}`;
}

const hasControlCharacter = (text: string): boolean =>
	[...text].some((character) => (character.codePointAt(0) ?? 0) < 0x20);
