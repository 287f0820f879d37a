import { expect, test } from 'vitest';
import { growingText, visibleText } from './visible-text.ts';

test('what a terminal would obey is seen', () => {
	expect(visibleText('a\u001b[31mred\u0007\u007f\u009b')).toBe('a\u241b[31mred\u2407\u2421\ufffd');
});

test('what turns the direction of writing is named', () => {
	expect(visibleText('invoice\u202efdp.exe')).toBe('invoice\u27e8U+202E\u27e9fdp.exe');
});

test('lines, tabs and letters of any writing stay', () => {
	expect(visibleText('a\tb\r\nc\rעברית 日本 🛬')).toBe('a\tb\nc\nעברית 日本 🛬');
});

test('a text that grows is shown as if it had come at once, wherever it was cut', () => {
	const whole = 'one\r\ntwo\u001b[31m\rthree\u202e\r\n';
	for (let at = 0; at <= whole.length; at++) {
		const visible = growingText();
		visible(whole.slice(0, at));
		expect(visible(whole)).toBe(visibleText(whole));
	}
	const visible = growingText();
	visible('something else');
	expect(visible(whole)).toBe(visibleText(whole));
});
