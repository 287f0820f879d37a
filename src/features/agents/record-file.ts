import * as z from 'zod/mini';
import {
	type ConversationMark,
	type ConversationScope,
	readConversation,
	readFrames,
} from '../../storage/conversations.ts';
import { begin, end, fold, type Turn } from './conversation.ts';
import { evidenceOf } from './evidence.ts';
import { toTable } from './given-rows.ts';
import { StoredAsked, StoredEnding, turnOfFrames } from './stored.ts';

const format = 'dataset-console/conversation/1';

const RecordedFrame = z.object({ at: z.number(), direction: z.enum(['sent', 'received']), text: z.string() });

const RecordedTurn = z.object({
	asked: StoredAsked,
	ending: z.nullable(StoredEnding),
	endedAt: z.nullable(z.number()),
	framesDropped: z.number(),
	frames: z.array(RecordedFrame),
});

const RecordFile = z.object({
	format: z.literal(format),
	title: z.string(),
	createdAt: z.number(),
	updatedAt: z.number(),
	/** Where it was held; shown, never called. */
	service: z.string(),
	turns: z.array(RecordedTurn),
});
export type RecordFile = z.infer<typeof RecordFile>;
export type RecordedTurn = z.infer<typeof RecordedTurn>;

/** A conversation as a file: every frame with its time, so that it can be replayed without a service. */
export async function makeRecord(scope: ConversationScope, id: string): Promise<Blob | null> {
	const kept = await readConversation(scope, id);
	if (kept === null) return null;
	const { title, createdAt, updatedAt } = kept.mark;
	const head = JSON.stringify({ format, title, createdAt, updatedAt, service: scope.service });
	const parts: string[] = [`${head.slice(0, -1)},"turns":[`];
	for (const [index, turn] of kept.turns.entries()) {
		const { asked, ending, endedAt, framesDropped } = turn;
		const about = JSON.stringify({ asked, ending, endedAt, framesDropped });
		parts.push(`${index > 0 ? ',' : ''}\n${about.slice(0, -1)},"frames":[`);
		let isFirst = true;
		for await (const frames of readFrames(turn.id)) {
			parts.push(`${isFirst ? '' : ','}\n${frames.map((it) => JSON.stringify(it)).join(',\n')}`);
			isFirst = false;
		}
		parts.push(']}');
	}
	parts.push('\n]}\n');
	return new Blob(parts, { type: 'application/json' });
}

/** Reads a record. @throws Error in words for a file that is none */
export async function readRecord(file: Pick<Blob, 'text'>): Promise<RecordFile> {
	let body: unknown;
	try {
		body = JSON.parse(await file.text());
	} catch {
		throw new Error('This file is not JSON. Choose a file that “Export as a record” wrote.');
	}
	const read = RecordFile.safeParse(body);
	// Files of earlier versions hold the turns in any order.
	if (read.success) return { ...read.data, turns: read.data.turns.sort((a, b) => a.asked.at - b.asked.at) };
	if (typeof body !== 'object' || body === null || !('format' in body)) {
		throw new Error('This file is no record of a conversation. Choose a file that “Export as a record” wrote.');
	}
	if (body.format !== format) {
		throw new Error(`This record has the format ${String(body.format)}; this console reads ${format}.`);
	}
	const [issue] = read.error.issues;
	throw new Error(`The record is damaged at ${issue?.path.map(String).join('.') || 'its beginning'}.`);
}

/** A recorded turn as it stood at a time, ms since 1970; its whole where that is later. */
export function turnAt({ asked, ending, endedAt, frames }: RecordedTurn, time: number): Turn {
	const heard = turnOfFrames(frames.filter((it) => it.at <= time));
	const turn = fold(begin(asked), heard);
	const last = endedAt ?? frames.at(-1)?.at ?? asked.at;
	if (time < last) return turn;
	const message = 'The page was closed before the answer was complete.';
	return end(turn, ending ?? { kind: 'cut', message }, last);
}

/** When something happened in a record, ms since 1970, in order. */
export const momentsOf = ({ turns }: RecordFile): number[] =>
	turns
		.flatMap(({ asked, frames, endedAt }) => [asked.at, ...frames.map((it) => it.at), endedAt ?? asked.at])
		.sort((a, b) => a - b);

/** Rows of a table in Markdown; more are counted. */
const maxRows = 50;

/** A conversation as Markdown: questions, steps with their queries, the first rows, answers. */
export function toMarkdown(mark: ConversationMark, turns: readonly Turn[]): string {
	const lines = [`# ${mark.title}`, ''];
	for (const turn of turns) {
		const evidence = evidenceOf(turn);
		lines.push(`## ${turn.question.replaceAll('\n', ' ')}`, '');
		lines.push(`${turn.agent}, namespace ${turn.namespace}, ${new Date(turn.at).toISOString()}`, '');
		for (const step of evidence.steps) {
			lines.push(`### Step ${step.index}: ${step.instruction}`, '');
			if (step.reasoning !== '') lines.push(step.reasoning, '');
			lines.push(...queryLines(step.query), ...rowLines(step.rows?.rows ?? null));
		}
		lines.push(...queryLines(evidence.query), ...rowLines(evidence.rows?.rows ?? null));
		if (evidence.answer !== null) lines.push(evidence.answer, '');
		for (const words of evidence.words) lines.push(words, '');
		if (turn.ending?.kind === 'cut') lines.push(`*Interrupted: ${turn.ending.message}*`, '');
		if (turn.ending?.kind === 'stopped') lines.push('*Stopped.*', '');
		if (turn.ending?.kind === 'refused') lines.push(`*${turn.ending.message} (${turn.ending.code})*`, '');
	}
	return lines.join('\n');
}

const queryLines = (query: string | null): string[] => (query === null ? [] : ['```sql', query, '```', '']);

function rowLines(given: readonly unknown[] | null): string[] {
	if (given === null) return [];
	if (given.length === 0) return ['No rows.', ''];
	const { columns, rows } = toTable(given.slice(0, maxRows));
	const cell = (value: unknown) =>
		(value === null || typeof value === 'object' ? '' : String(value)).replaceAll('|', '\\|').replaceAll('\n', ' ');
	const line = (values: readonly unknown[]) => `| ${values.map(cell).join(' | ')} |`;
	const more = given.length > maxRows ? [`${given.length - maxRows} more rows.`, ''] : [];
	return [line(columns.map((it) => it.name)), line(columns.map(() => '---')), ...rows.map(line), '', ...more];
}
