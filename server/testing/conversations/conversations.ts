import { overChanges } from './over-changes.ts';
import { overFigures } from './over-figures.ts';
import { overPeriods } from './over-periods.ts';
import { overRankings } from './over-rankings.ts';
import { overSample } from './over-sample.ts';
import { overTables } from './over-tables.ts';
import { overTheRest } from './over-the-rest.ts';
import { overTurns } from './over-turns.ts';
import type { Conversation } from './types.ts';

export const conversations: readonly Conversation[] = [
	...overSample,
	...overTables,
	...overPeriods,
	...overRankings,
	...overFigures,
	...overChanges,
	...overTheRest,
	...overTurns,
];
