import { headlineText } from '#lib/text/headline.ts';
import { countOf } from '../../../lib/format.ts';
import type { Turn } from '../conversation.ts';
import { evidenceOf, type ResultRows } from './evidence.ts';
import { headlineOfTable } from './figure.ts';
import { toTable } from './result-table.ts';

/** Maximum rows of a Markdown table; the rest is counted. */
const maxRows = 50;

export function turnMarkdown(turn: Turn): string {
	const { steps, query, rows, understood, answer, words } = evidenceOf(turn);
	const lines = [`## ${turn.question.replaceAll('\n', ' ')}`, ''];
	lines.push(
		`${turn.agent}${turn.namespace && `, namespace ${turn.namespace}`}, ${new Date(turn.at).toISOString()}`,
		'',
	);
	if (answer !== null) lines.push(answer, '');
	if (rows !== null) lines.push(...headlineLines(rows, understood?.reading), ...rowLines(rows.rows));
	for (const text of words) lines.push(text, '');
	if (understood !== null) lines.push(`Read as: ${understood.reading}`, '');
	lines.push(...queryLines(query));
	for (const step of steps) {
		lines.push(`### Step ${step.index}: ${step.instruction}`, '');
		if (step.reasoning !== '') lines.push(step.reasoning, '');
		lines.push(...queryLines(step.query), ...rowLines(step.rows?.rows ?? null));
	}
	if (turn.ending?.kind === 'cut') lines.push(`*Interrupted: ${turn.ending.message}*`, '');
	if (turn.ending?.kind === 'stopped') lines.push('*Stopped.*', '');
	if (turn.ending?.kind === 'refused') lines.push(`*${turn.ending.message} (${turn.ending.code})*`, '');
	return lines.join('\n');
}

const headlineLines = (rows: ResultRows, reading?: string): string[] => {
	const table = toTable(rows.rows);
	return [`**${headlineText(headlineOfTable(table, rows, reading))}**`, ''];
};

const queryLines = (query: string | null): string[] => (query === null ? [] : ['```sql', query, '```', '']);

function rowLines(given: readonly unknown[] | null): string[] {
	if (given === null) return [];
	if (given.length === 0) return ['No rows.', ''];
	const { columns, rows } = toTable(given.slice(0, maxRows));
	const cell = (value: unknown) =>
		(value === null || typeof value === 'object' ? '' : String(value)).replaceAll('|', '\\|').replaceAll('\n', ' ');
	const line = (values: readonly unknown[]) => `| ${values.map(cell).join(' | ')} |`;
	const more = given.length > maxRows ? [`${countOf(given.length - maxRows, 'more row')}.`, ''] : [];
	return [line(columns.map((column) => column.name)), line(columns.map(() => '---')), ...rows.map(line), '', ...more];
}
