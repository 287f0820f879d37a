import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('evicts the least recently used entries and keeps the newest whatever its size', () => {
	const cache = new LruCache<string>(2);
	cache.set('a', 'A');
	cache.set('b', 'B');
	cache.get('a');
	cache.set('c', 'C');
	expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C']);
	cache.set('large', 'L', 5);
	expect(['a', 'c', 'large'].map((key) => cache.get(key))).toEqual([undefined, undefined, 'L']);
});
