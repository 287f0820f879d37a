import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('shows terminal control characters', () => {
	expect(visibleText('a\u001b[31mred\u0007\u007f\u009b')).toBe('a\u241b[31mred\u2407\u2421\ufffd');
});

test('shows characters that change the text direction', () => {
	expect(visibleText('invoice\u202efdp.exe')).toBe('invoice\u27e8U+202E\u27e9fdp.exe');
});

test('shows zero-width characters, and keeps joiners', () => {
	expect(visibleText('nl2\u200bql\ufeff')).toBe('nl2\u27e8U+200B\u27e9ql\u27e8U+FEFF\u27e9');
	expect(visibleText('👩\u200d🚀 می\u200cخواهم')).toBe('👩\u200d🚀 می\u200cخواهم');
});

test('keeps lines, tabs and letters of all scripts', () => {
	expect(visibleText('a\tb\r\nc\rעברית 日本 🛬')).toBe('a\tb\nc\nעברית 日本 🛬');
});
