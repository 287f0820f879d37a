/** DuckDB compares names by their ASCII letters alone. */
export const foldSql = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

const plainName = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

/** Words that are no names of columns and tables without quotes: DuckDB's keywords `reserved` and `type_function`. */
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

/** A name as an identifier, always in quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A name as a person would write it: in quotes only where it must be. */
export const sqlName = (name: string): string =>
	plainName.test(name) && !reservedWords.has(name.toLowerCase()) ? name : quoted(name);

/** Names joined by dots, all in quotes. */
export const quotedPath = (names: readonly string[]): string => names.map(quoted).join('.');

/** Names joined by dots, as a person would write them. */
export const sqlPath = (names: readonly string[]): string => names.map(sqlName).join('.');

/** A text as a string. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The name that an identifier stands for. */
export const unquoted = (identifier: string): string =>
	identifier.startsWith('"') ? identifier.slice(1, -1).replaceAll('""', '"') : identifier;
