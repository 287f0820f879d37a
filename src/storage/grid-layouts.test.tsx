import { beforeEach, expect, test } from 'vitest';
import { readGridLayout, storeGridLayout } from './grid-layouts.ts';

const key = { service: 'https://a.example/api/v1', user: 'demo', rows: 'demo/aviation/airport_delays' };
const layout = { order: ['b', 'a'], pinned: ['b'], hidden: ['__proto__'], widths: [['a', 120]] as const };

beforeEach(() => localStorage.clear());

test('reads a layout back for its own user, service and dataset only', () => {
	storeGridLayout(key, layout);
	expect(readGridLayout(key)).toEqual(layout);
	for (const other of [{ user: 'x' }, { service: 'https://b.example/api/v1' }, { rows: 'demo/aviation/airports' }]) {
		expect(readGridLayout({ ...key, ...other })).toBeNull();
	}
});

test('ignores a damaged layout', () => {
	storeGridLayout(key, layout);
	const [name = ''] = Object.keys(localStorage);
	for (const text of ['{', '[]', '{"order":[1]}', JSON.stringify({ ...layout, widths: [['a', 1e9]] })]) {
		localStorage.setItem(name, text);
		expect(readGridLayout(key)).toBeNull();
	}
});

test('removes an empty layout from storage', () => {
	storeGridLayout(key, layout);
	storeGridLayout(key, { order: [], pinned: [], hidden: [], widths: [] });
	expect(localStorage.length).toBe(0);
});
