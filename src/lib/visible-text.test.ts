import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('what a terminal would obey is seen', () => {
	expect(visibleText('a\u001b[31mred\u0007\u007f\u009b')).toBe('a\u241b[31mred\u2407\u2421\ufffd');
});

test('what turns the direction of writing is named', () => {
	expect(visibleText('invoice\u202efdp.exe')).toBe('invoice\u27e8U+202E\u27e9fdp.exe');
});

test('what has no width is named, and joiners stay', () => {
	expect(visibleText('nl2\u200bql\ufeff')).toBe('nl2\u27e8U+200B\u27e9ql\u27e8U+FEFF\u27e9');
	expect(visibleText('👩\u200d🚀 می\u200cخواهم')).toBe('👩\u200d🚀 می\u200cخواهم');
});

test('lines, tabs and letters of any writing stay', () => {
	expect(visibleText('a\tb\r\nc\rעברית 日本 🛬')).toBe('a\tb\nc\nעברית 日本 🛬');
});
