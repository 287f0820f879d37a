import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useIncrementalCards } from './use-incremental-cards.ts';

const cards = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({ id: `card ${from + index}` }));

test('adds cards over several frames, the requested one first, and keeps existing ones', async () => {
	const sizes: number[] = [];
	const { result, rerender } = renderHook(
		({ wanted }) => {
			const arrived = useIncrementalCards(wanted, 'card 299');
			sizes.push(arrived.length);
			return arrived;
		},
		{ initialProps: { wanted: cards(0, 300) } },
	);
	expect(result.current.length).toBeLessThan(100);
	expect(result.current).toContainEqual({ id: 'card 299' });
	await waitFor(() => expect(result.current).toHaveLength(300));
	for (const [index, size] of sizes.entries()) expect(size - (sizes[index - 1] ?? 0)).toBeLessThan(100);

	const before = sizes.length;
	rerender({ wanted: cards(20, 320) });
	expect(result.current).toHaveLength(300);
	expect(Math.min(...sizes.slice(before))).toBe(300);
});
