const placeholder = /\{([^{}]*)\}/g;

/** The columns that a template names in braces. */
export const placeholders = (template: string): string[] =>
	[...template.matchAll(placeholder)].map((it) => it[1] ?? '');

/** A template with a row's values in place of the columns. */
export const fill = (template: string, value: (column: string) => string): string =>
	template.replaceAll(placeholder, (_, column: string) => value(column));
