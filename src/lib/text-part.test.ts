import { expect, test } from 'vitest';
import { placedInWhole, textPart } from './text-part.ts';

test('maps positions in a part of a text to the whole text', () => {
	const whole = 'with t as (\n  select 1 x\n)\nselect x from t\n';
	const part = (text: string) => textPart(text, whole);
	expect(part('select 1 x\n')).toEqual({ line: 2, column: 3, lastLine: 2 });
	expect(part('select 1 x\n)\nselect x')).toEqual({ line: 2, column: 3, lastLine: 4 });
	// The whole, something else, and an ambiguous part.
	expect([part(whole), part('select 2'), part('x')]).toEqual([null, null, null]);
	const position = { line: 1, column: 8 };
	expect(placedInWhole(position, part('select 1 x\n'))).toEqual({ line: 2, column: 10 });
	expect(placedInWhole({ line: 2, column: 1 }, part('select 1 x\n)'))).toEqual({ line: 3, column: 1 });
	expect(placedInWhole({ ...position, file: 'manifest.json' }, part('select 1 x\n'))).toMatchObject(position);
	expect(placedInWhole(position, null)).toBe(position);
});
