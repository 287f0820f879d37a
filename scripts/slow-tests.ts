import { turns } from '../e2e/support/share.ts';

/** Tests that kill processes, fill disks or compare millions of values: half the time of all tests of the service. */
export const slowTests = [
	'server/build-killed.test.ts',
	'server/chaos-bytes.test.ts',
	'server/commands/backup.test.ts',
	'server/commands/commands.test.ts',
	'server/commands/verify-data.test.ts',
	'server/engine/pool/engine-limits.test.ts',
	'server/environment.test.ts',
	'server/http/resources/corrupt-data.test.ts',
	'server/http/resources/row-queries-equal.test.ts',
	'server/ingestion-killed.test.ts',
	'server/older-folder.test.ts',
	'server/platform/replicas/retention.test.ts',
	'server/rename-killed.test.ts',
	'server/restart.test.ts',
	'server/store/catalog/installation-id.test.ts',
	'server/wipe-killed.test.ts',
];

/**
 * The slow tests that wait for another turn.
 * @param turn 0 to `turns` - 1
 */
export const slowTestsNotInTurn = (turn: number): string[] => slowTests.filter((_, at) => at % turns !== turn);
