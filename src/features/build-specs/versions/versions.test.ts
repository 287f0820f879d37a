import { expect, test } from 'vitest';
import type { VersionEntry } from '../../../storage/version-history.ts';
import { historyOf, readableVersions } from './versions.ts';

const seen = (version: number): VersionEntry => ({
	buildSpecId: 'a',
	version,
	kind: 'seen',
	text: { sources: [], destination: '', payload: '' },
	savedAt: `2026-01-0${version}T00:00:00.000Z`,
	at: version,
});
const listed = (version: number) => ({
	version,
	createdAt: '2026-02-01T00:00:00.000Z',
	author: 'guest',
	change: 'edited',
});
const short = (lines: ReturnType<typeof historyOf>) =>
	lines.map((line) => (line.kind === 'gap' ? `${line.from}–${line.to} unseen` : `${line.kind} ${line.version}`));

test('lists seen versions and gaps when the service keeps no history', () => {
	const lines = historyOf([], true, [seen(3), seen(1)], 3);
	expect(short(lines)).toEqual(['version 3', '2–2 unseen', 'version 1']);
	expect(readableVersions(lines)).toEqual([3, 1]);
});

test('reports gaps before the first and after the last seen version', () => {
	expect(short(historyOf([], true, [seen(4)], 7))).toEqual(['version 7', '5–6 unseen', 'version 4', '1–3 unseen']);
});

test('reports no gaps in the service’s history while more pages follow', () => {
	const lines = historyOf([listed(5), listed(4)], false, [seen(1)], 5);
	expect(short(lines)).toEqual(['version 5', 'version 4']);
	expect(lines[0]).toMatchObject({ author: 'guest', current: true, seenAt: null });
	expect(readableVersions(lines)).toEqual([5, 4]);
});

test('places a replaced draft above its base version', () => {
	const aside: VersionEntry = { ...seen(2), kind: 'aside', at: 99 };
	expect(short(historyOf([], true, [seen(3), aside, seen(2), seen(1)], 3))).toEqual([
		'version 3',
		'aside 2',
		'version 2',
		'version 1',
	]);
});
