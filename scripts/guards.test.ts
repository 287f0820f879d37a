import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleGuards } from '../proof/guards/console.ts';
import { engineGuards } from '../proof/guards/engine.ts';
import { journeyGuards } from '../proof/guards/journeys.ts';
import { serviceGuards } from '../proof/guards/service.ts';

const all = [...serviceGuards, ...engineGuards, ...consoleGuards, ...journeyGuards];

// `npm run guards` removes them, which is impossible if their text has changed.
test.each(all)('$what: the protection and its tests exist where they’re listed', (guard) => {
	expect(readFileSync(guard.file, 'utf8').split(guard.protection)).toHaveLength(2);
	expect(guard.tests.filter((test) => !existsSync(test))).toEqual([]);
});
