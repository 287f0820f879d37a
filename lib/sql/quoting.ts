/** DuckDB ignores case for ASCII letters only. */
export const foldSql = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

const plainName = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

/** Words that must be quoted as column and table names: DuckDB's `reserved` and `type_function` keywords. */
export const reservedWords: ReadonlySet<string> = new Set(
	`all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
	deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect
	into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider placing primary
	qualify references returning select show some summarize symmetric table then to trailing true union unique unpivot
	using variadic when where window with
	anti asof at authorization binary by collation columns concurrently cross freeze full generated glob ilike inner is
	isnull join left like map natural notnull outer overlaps positional right semi similar struct tablesample try_cast
	unpack verbose`.split(/\s+/),
);

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** An identifier, quoted only if needed. */
export const sqlName = (name: string): string =>
	plainName.test(name) && !reservedWords.has(name.toLowerCase()) ? name : quoted(name);

export const quotedPath = (names: readonly string[]): string => names.map(quoted).join('.');

/** Identifiers joined by dots, quoted only if needed. */
export const sqlPath = (names: readonly string[]): string => names.map(sqlName).join('.');

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The name an identifier represents. */
export const unquoted = (identifier: string): string =>
	identifier.startsWith('"') ? identifier.slice(1, -1).replaceAll('""', '"') : identifier;
