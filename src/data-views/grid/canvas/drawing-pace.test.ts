import { expect, test } from 'vitest';
import { DrawingPace } from './drawing-pace.ts';

const run = (pace: DrawingPace, from: number, step: number, frames: number): number => {
	let turns = 0;
	for (let frame = 0; frame < frames; frame += 1) turns = pace.next(from + frame * step);
	return turns;
};

test('draws everything at once on a fast machine', () => {
	expect(run(new DrawingPace(), 0, 17, 1_000)).toBe(1);
});

test('splits drawing into up to eight turns on a slow machine', () => {
	const pace = new DrawingPace();
	expect(run(pace, 0, 33, 2)).toBe(2);
	expect(run(pace, 66, 33, 100)).toBe(8);
});

test('draws more per turn again after keeping up for a while', () => {
	const pace = new DrawingPace();
	expect(run(pace, 0, 33, 3)).toBe(4);
	expect(run(pace, 82, 16, 200)).toBe(4);
	expect(run(pace, 82 + 3_200, 16, 50)).toBe(3);
});

test('ignores pauses', () => {
	const pace = new DrawingPace();
	pace.next(0);
	pace.rest();
	expect(pace.next(100)).toBe(1);
	expect(pace.next(900)).toBe(1);
});
