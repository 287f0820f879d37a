import { expect, test } from 'vitest';
import { highlightParts } from './highlight.ts';
import { typoQuality, wordQuality } from './match.ts';
import { wordsOfName, wordsOfQuery } from './tokenize.ts';

test('splits names at punctuation and capitals, and also keeps them as one word', () => {
	expect(wordsOfName('airport_delays')).toEqual(['airport', 'delays', 'airportdelays']);
	expect(wordsOfName('departureTime')).toEqual(['departure', 'time', 'departuretime']);
	expect(wordsOfName('iata')).toEqual(['iata']);
});

test('ignores case, accents, punctuation and stop words in a query', () => {
	expect(wordsOfQuery('  Zürich, AIRPORT-delays airport ')).toEqual(['zurich', 'airport', 'delays']);
	expect(wordsOfQuery('How do I share a dataset?')).toEqual(['share', 'dataset']);
	expect(wordsOfQuery('what is')).toEqual(['what', 'is']);
	expect(wordsOfQuery('is_active')).toEqual(['active']);
	expect(wordsOfQuery('share a table')).toEqual(['share', 'table']);
	expect(wordsOfQuery('a')).toEqual(['a']);
	expect(wordsOfQuery('flights to')).toEqual(['flights', 'to']);
});

test('ranks an exact word above a prefix, and a prefix above a part', () => {
	const qualities = ['delay', 'delays', 'delayed_flights', 'total_delay_minutes'].map((word) =>
		wordQuality('delay', word),
	);
	expect(qualities).toEqual(qualities.toSorted((a, b) => b - a));
	expect(qualities.at(-1)).toBeGreaterThan(0);
	expect(wordQuality('flights', 'flight')).toBe(0.9);
	expect(wordQuality('at', 'iata')).toBe(0);
});

test('tolerates swapped, missing, wrong and doubled letters, even at the start of a longer word', () => {
	for (const [typed, word] of [
		['earthqauke', 'earthquakes'],
		['magnitud', 'magnitude'],
		['flihgts', 'flights'],
		['desciption', 'description'],
		['earhtq', 'earthquakes'],
	] as const)
		expect([typed, typoQuality(typed, word) > 0]).toEqual([typed, true]);
	expect(typoQuality('lat', 'mat')).toBe(0);
	expect(typoQuality('delay', 'flight')).toBe(0);
});

test('highlights matches at word starts, or inside words if there are none', () => {
	const marked = (text: string, words: string[]) =>
		highlightParts(text, words).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text));
	expect(marked('demo/aviation/airport_delays', ['air']).join('')).toBe('demo/aviation/[air]port_delays');
	expect(marked('Zürich airport', ['zurich', 'port']).join('')).toBe('[Zürich] air[port]');
	expect(marked('nothing', ['else'])).toEqual(['nothing']);
	expect(marked('', ['else'])).toEqual([]);
});
