import { describe, expect, test } from 'vitest';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import type { AgentEvent } from './events.ts';
import { toEvent } from './events.ts';
import { frameReader } from './frame-reader.ts';

const frameOf = (result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 'r', result });
const pieceOf = (part: object, update: object = {}, artifact: object = {}): string =>
	frameOf({
		artifactUpdate: {
			...{ taskId: 't', contextId: 'c', artifact: { artifactId: 'answer', parts: [part], ...artifact } },
			...{ append: true, lastChunk: false, ...update },
		},
	});

const resultOf = (frame: string): unknown => (parseJson(frame) as { result: unknown }).result;

/** Returns the events read from frames that arrive in groups, and how many frames were parsed. */
function reading(frames: readonly string[], together = 1): { events: AgentEvent[]; parsed: number } {
	const events: AgentEvent[] = [];
	let parsed = 0;
	const read = frameReader((frame) => {
		parsed += 1;
		return resultOf(frame);
	});
	for (let index = 0; index < frames.length; index += together) read(frames.slice(index, index + together), events);
	return { events, parsed };
}

const parsedAlone = (frames: readonly string[]): AgentEvent[] => frames.map((frame) => toEvent(resultOf(frame)));

test('treats null members of a part as missing', () => {
	const part = { text: null, data: { rows: [{ moons: null }] }, raw: null, url: null, filename: null, metadata: null };
	expect(toEvent(resultOf(pieceOf(part)))).toMatchObject({
		kind: 'artifact',
		artifact: { parts: [{ data: { rows: [{ moons: null }] } }] },
	});
	const event = toEvent(resultOf(pieceOf({ text: 'Two.', data: null })));
	expect(event.kind === 'artifact' && event.artifact.parts).toEqual([{ text: 'Two.' }]);
});

describe('frames that differ only in text', () => {
	const texts = [
		'Hello',
		' "quoted"',
		'\\',
		'',
		'\n\u0000',
		'🛬',
		'Größe',
		'{"text":"x"}',
		'"',
		'text',
		'answer',
		'"}]',
	];
	const frames = texts.map((text) => pieceOf({ text }));

	test('give the same events as frames parsed one by one, escaped or not', () => {
		expect(reading(frames).events).toEqual(parsedAlone(frames));
		const escaped = frames.map((frame) =>
			frame.replace(/[^ -~]/g, (x) => `\\u${x.charCodeAt(0).toString(16).padStart(4, '0')}`),
		);
		expect(reading(escaped).events).toEqual(parsedAlone(frames));
	});

	test('are fully parsed only until their format is known', () => {
		expect(
			reading(Array.from({ length: 1_000 }, (_, index) => pieceOf({ text: `word ${index}` }))).parsed,
		).toBeLessThan(4);
	});

	test('become one event if they arrive together', () => {
		const { events } = reading(frames, frames.length);
		expect(events.length).toBeLessThan(4);
		const received = events
			.flatMap((event) => (event.kind === 'artifact' ? event.artifact.parts : []))
			.map((part) => part.text);
		expect(received.join('')).toBe(texts.join(''));
	});
});

test.each([
	['a number beyond doubles', [pieceOf({ text: 'a' }), pieceOf({ text: 'b' }).replace('"b"', '90071992547409931')]],
	[
		'another artifact',
		[pieceOf({ text: 'a' }), pieceOf({ text: 'b' }), pieceOf({ text: 'c' }, {}, { artifactId: 'x' })],
	],
	['the last piece', [pieceOf({ text: 'a' }), pieceOf({ text: 'b' }), pieceOf({ text: 'c' }, { lastChunk: true })]],
	['rows in between', [pieceOf({ text: 'a' }), pieceOf({ data: { rows: [1] } }), pieceOf({ text: 'b' })]],
	['text with data', [pieceOf({ text: 'a', data: 1 }), pieceOf({ text: 'b', data: 2 })]],
	['text that also occurs elsewhere', [pieceOf({ text: 'r' }), pieceOf({ text: 'answer' }), pieceOf({ text: 't' })]],
	['text repeated in a later member', [0, 1].map((n) => pieceOf({ text: `a${n}` }, {}, { metadata: { text: 'a0' } }))],
	['a text that closes the frame and opens it again', [pieceOf({ text: 'a' }), pieceOf({ text: '","text":"b' })]],
	['a duplicate member', [pieceOf({ text: 'a' }), pieceOf({ text: 'b' }).replace('"b"', '"b","text":"c"')]],
	['a frame without an event', [pieceOf({ text: 'a' }), frameOf({ odd: 1 }), pieceOf({ text: 'b' })]],
])('reads %s like frames parsed one by one', (_, frames) => {
	expect(reading(frames).events).toEqual(parsedAlone(frames));
});

test('throws on a frame that isn’t JSON and keeps the events before it', () => {
	const broken = pieceOf({ text: 'c' }).replace('"c"', '"c\u0007"');
	const events: AgentEvent[] = [];
	const read = frameReader(resultOf);
	const frames = [pieceOf({ text: 'a' }), pieceOf({ text: 'b' }), broken];
	expect(() => read(frames, events)).toThrow(SyntaxError);
	expect(events).toEqual(parsedAlone(frames.slice(0, 2)));
});
