import * as z from 'zod/mini';
import {
	type ConversationMark,
	readConversation,
	readFrames,
	type StoredFrame,
} from '../../../storage/conversations.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { turnMarkdown } from '../answer/turn-markdown.ts';
import { begin, fold, type Turn } from '../conversation.ts';
import { endStored, eventsIn, StoredEnding, StoredTurnStart } from '../stored.ts';

const format = 'dataset-console/conversation/1';

const RecordFile = z.object({
	format: z.literal(format),
	title: z.string(),
	createdAt: z.number(),
	service: z.string(),
	turns: z.array(
		z.object({
			asked: StoredTurnStart,
			ending: z.nullable(StoredEnding),
			endedAt: z.nullable(z.number()),
			framesDropped: z.number(),
			frames: z.array(z.object({ at: z.number(), direction: z.enum(['sent', 'received']), text: z.string() })),
		}),
	),
});

/** Exports a conversation to a file, with every frame and its time, so it can be opened without a service. */
export async function makeRecord(scope: Scope, id: string): Promise<Blob | null> {
	const kept = await readConversation(scope, id);
	if (kept === null) return null;
	const { title, createdAt, updatedAt } = kept.mark;
	const head = JSON.stringify({ format, title, createdAt, updatedAt, service: scope.service });
	const parts: string[] = [`${head.slice(0, -1)},"turns":[`];
	for (const [index, { id, asked, ending, endedAt, framesDropped }] of kept.turns.entries()) {
		const frames: StoredFrame[] = [];
		for await (const batch of readFrames(id)) frames.push(...batch);
		// Each turn is a separate string: all together may exceed the maximum string length.
		parts.push(index > 0 ? ',\n' : '\n', JSON.stringify({ asked, ending, endedAt, framesDropped, frames }));
	}
	return new Blob([...parts, '\n]}\n'], { type: 'application/json' });
}

export interface Recorded {
	readonly title: string;
	/** ms since 1970. */
	readonly createdAt: number;
	/** Where it took place. Only displayed, never called. */
	readonly service: string;
	readonly turns: readonly Turn[];
}

/** Reads an exported conversation. @throws Error with a message if the file isn't one */
export async function readRecord(file: Pick<Blob, 'text'>): Promise<Recorded> {
	let body: unknown;
	try {
		body = JSON.parse(await file.text());
	} catch {
		throw new Error('This file isn’t JSON. Choose a recording that you exported from a conversation.');
	}
	const { data: record } = RecordFile.safeParse(body);
	if (record !== undefined) {
		const turns = record.turns.map((turn) => endStored(fold(begin(turn.asked), eventsIn(turn.frames)), turn));
		// Files from earlier versions list turns in any order.
		return { ...record, turns: turns.sort((a, b) => a.at - b.at) };
	}
	if (typeof body !== 'object' || body === null || !('format' in body)) {
		throw new Error('This file isn’t a recording. Choose a recording that you exported from a conversation.');
	}
	if (body.format !== format) {
		throw new Error(
			`This recording has the format "${String(body.format)}", but this console reads only "${format}". Open it in the version of the console that exported it.`,
		);
	}
	throw new Error('This recording is corrupt. Export the conversation again.');
}

export const toMarkdown = (mark: ConversationMark, turns: readonly Turn[]): string =>
	[`# ${mark.title}`, '', ...turns.map(turnMarkdown)].join('\n');
