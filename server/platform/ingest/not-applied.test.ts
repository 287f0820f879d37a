import { expect, test } from 'vitest';
import { unreadFields } from './not-applied.ts';

const words = (schema: Record<string, string>, rows: object[]) => unreadFields(schema, rows).map((note) => note.words);

test('reports values that don’t match the schema’s description', () => {
	expect(words({ day: 'Date' }, [{ day: 'hello' }, { day: '2026-01-02' }, { day: null }])).toEqual([
		'1 value in "day" isn’t a date and wasn’t changed: "hello"',
	]);
	expect(words({ n: 'Number' }, [{ n: 'abc' }, { n: 'x' }, { n: 2 }])).toEqual([
		'2 values in "n" aren’t numbers and weren’t changed, for example "abc"',
	]);
	expect(words({ ok: 'yes or no' }, [{ ok: 'perhaps' }])).toEqual([
		'1 value in "ok" isn’t true or false and wasn’t changed: "perhaps"',
	]);
});

test('ignores matching values, other kinds and missing fields', () => {
	expect(words({ day: 'Date', n: 'a number' }, [{ day: '2026-01-02T10:00:00', n: 1.5 }])).toEqual([]);
	expect(words({ phone: 'phone', code: 'zip code', gone: 'Date' }, [{ phone: 'x', code: 'y' }])).toEqual([]);
});
