// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadAhead } from './load-ahead.ts';

const asked: string[] = [];

document.body.innerHTML =
	'<a href="/runs/1">One</a><a href="/runs/2">Two</a><a href="https://example.org/runs/3">Away</a><a href="/runs/4" target="_blank">Tab</a><a href="/sign-in?renew=1">Renew</a>';
loadAhead([{ path: '/runs/:id', loader: ({ params }) => Promise.resolve(asked.push(params.id ?? '')) }]);

beforeEach(() => {
	vi.useFakeTimers();
	asked.length = 0;
});
afterEach(() => vi.useRealTimers());

const link = (name: string) => [...document.links].find(({ textContent }) => textContent === name) as HTMLAnchorElement;
const point = (name: string) => link(name).dispatchEvent(new Event('pointerover', { bubbles: true }));

test('preloads a page when its link is hovered for a moment', async () => {
	point('One');
	await vi.advanceTimersByTimeAsync(10);
	point('Two');
	await vi.advanceTimersByTimeAsync(1_000);
	expect(asked).toEqual(['2']);
});

test('preloads a page when its link gets the focus', async () => {
	link('One').focus();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(asked).toEqual(['1']);
});

test.each([
	['to another site', 'Away'],
	['to another tab', 'Tab'],
	['to the sign-in page, which leaves the console', 'Renew'],
])('preloads nothing for links %s', async (_, name) => {
	point(name);
	await vi.advanceTimersByTimeAsync(1_000);
	expect(asked).toEqual([]);
});

test('doesn’t preload on touch, which may start a scroll', async () => {
	link('Two').dispatchEvent(Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: 'touch' }));
	await vi.advanceTimersByTimeAsync(10);
	point('One');
	await vi.advanceTimersByTimeAsync(1_000);
	expect(asked).toEqual(['1']);
});
