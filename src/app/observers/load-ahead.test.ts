// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadAhead } from './load-ahead.ts';

const asked: string[] = [];

document.body.innerHTML =
	'<a href="/runs/1">One</a><a href="/runs/2">Two</a><a href="https://example.org/runs/3">Away</a>';
loadAhead([{ path: '/runs/:id', loader: ({ params }) => Promise.resolve(asked.push(params.id ?? '')) }]);

beforeEach(() => {
	vi.useFakeTimers();
	asked.length = 0;
});
afterEach(() => vi.useRealTimers());

const link = (name: string) => [...document.links].find(({ textContent }) => textContent === name) as HTMLAnchorElement;
const point = (name: string) => link(name).dispatchEvent(new Event('pointerover', { bubbles: true }));

test('a page is asked for once its link was pointed at for a moment', async () => {
	point('One');
	await vi.advanceTimersByTimeAsync(10);
	point('Two');
	await vi.advanceTimersByTimeAsync(1_000);
	expect(asked).toEqual(['2']);
});

test('a page is asked for when its link gets the focus', async () => {
	link('One').focus();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(asked).toEqual(['1']);
});

test('nothing is asked for links that lead away', async () => {
	point('Away');
	await vi.advanceTimersByTimeAsync(1_000);
	expect(asked).toEqual([]);
});
