import { expect, it } from 'vitest';
import { safeText } from './safe-text.ts';

it.each([
	['Plain text, and [step 1]: more (of it).', 'Plain text, and [step 1]: more (of it).'],
	['See [here](https://evil.example/?q=1), or ![x](http://evil.example/y.png)!', 'See here, or x!'],
	['A [link over\ntwo lines](https://evil.example) ends.', 'A link over\ntwo lines ends.'],
	['Words [a][b].\n\n[b]: https://evil.example\n\nEnd.', 'Words [a][b].\n\n\n\nEnd.'],
	['<img src=x> and 1 < 2 <b>', '&lt;img src=x> and 1 < 2 &lt;b>'],
	['Go to https://evil.example/a?b=c now, h and http', 'Go to `https://evil.example/a?b=c` now, h and http'],
	[
		'An open [bracket\n\nand a (next) paragraph](https://evil.example).',
		/^An open \[bracket\n\nand a \(next\) paragraph\]\(`/,
	],
])('makes %j safe, however it’s split into chunks', (text, safe) => {
	const whole = safeText();
	const expected = whole.add(text) + whole.end();
	expect(expected).toEqual(typeof safe === 'string' ? safe : expect.stringMatching(safe));
	for (const size of [1, 2, 3, 7]) {
		const cut = safeText();
		let shown = '';
		for (let at = 0; at < text.length; at += size) shown += cut.add(text.slice(at, at + size));
		expect(shown + cut.end()).toBe(expected);
	}
});

it('passes text on as it arrives, but keeps a step reference in one piece', () => {
	const text = safeText();
	expect(['There ', 'are ', '20,000 ', '[step ', '1]', ' flights'].map((piece) => text.add(piece))).toEqual([
		...['There ', 'are ', '20,000 ', '', '', '[step 1] flights'],
	]);
});
