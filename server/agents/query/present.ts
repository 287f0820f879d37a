import { type AnsweredBy, answeredByMember } from '#contract/agents/artifacts.ts';
import type { Part } from '#contract/agents/events.ts';
import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import { countedAs } from '#lib/text/plural.ts';
import type { Model, ModelError } from '../../models/model.ts';
import type { QueriedRows } from '../../platform/rows/query-rows.ts';
import type { Written } from './types.ts';

/** Maximum rows of a Markdown table; tables are for reading. */
const tableRows = 1_000;

/** The rows as a data part, each as the engine wrote it. */
export const rowsData = ({ rows, total, truncated }: QueriedRows): Part => ({
	data: { rows: rows.map((row) => new JsonText(row)), ...(truncated ? { truncated: true, total } : {}) },
});

/** A row's values by column; numbers keep all digits. */
export const readRow = (row: string): Readonly<Record<string, unknown>> => parseExact(row) as Record<string, unknown>;

/** The rows as a Markdown table, without metadata. @param show formats a value */
export function rowsTable(rows: QueriedRows, most = tableRows, show: (value: unknown) => string = cellText): string {
	const columns = rows.columns.filter((column) => !column.name.startsWith('__')).map((column) => column.name);
	if (columns.length === 0 || rows.rows.length === 0) return 'No rows.';
	const lines = rows.rows.slice(0, most).map((text) => {
		const row = readRow(text);
		return tableLine(columns.map((name) => show(row[name])));
	});
	const left = rows.total - lines.length;
	const more =
		left > 0 ? [`\n${left.toLocaleString('en')} more ${left === 1 ? 'row isn’t' : 'rows aren’t'} shown.`] : [];
	return [tableLine(columns), tableLine(columns.map(() => '---')), ...lines, ...more].join('\n');
}

const tableLine = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;

/** A value for people: text as it is, NULL as an empty cell. */
export function cellText(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value;
	if (value instanceof JsonText) return value.text;
	return JSON.stringify(value, (_key, item) => (item instanceof JsonText ? item.text : item));
}

/** Escapes text for Markdown: nothing in it can make a link, an image, HTML or another cell. */
export const escaped = (text: string): string =>
	text === '---'
		? text
		: text.replaceAll(/[\\`*{}[\]<>#|!~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&').replaceAll(/\s*\n\s*/g, ' ');

export function refusalText({ message, suggestions = [] }: Extract<Written, { kind: 'refused' }>): string {
	if (suggestions.length === 0) return message;
	return `${message}\n\n${suggestions.map((suggestion) => `- ${suggestion}`).join('\n')}`;
}

/** Who answered, as a member of an artifact's metadata. */
export const answeredBy = (model: Pick<Model, 'provider' | 'name'> | null): { [answeredByMember]: AnsweredBy } => ({
	[answeredByMember]: model === null ? null : { provider: model.provider, model: model.name },
});

/** The note in an answer that a language model should have written. */
export const modelFailed = ({ message }: ModelError): string => `${message} The built-in reader was used instead.`;

/** A name in words. */
export const spoken = (name: string): string => name.replaceAll(/[_-]+/g, ' ').toLowerCase();

/** The noun for a dataset's rows, from its name in words: "flights", "singers", but "rows of daily weather". */
export const counted = (name: string): string => countedAs(name) ?? `rows of ${name}`;
