import { type Guard, guardsIn } from './guard.ts';

const runs = ['server/engine/pool/engine-run.test.ts'];
// The engine's or the kernel's own limits may stop a run earlier, so the watchdog is tested separately.
const limits = ['server/engine/pool/guard.test.ts'];

/** Protections of the engine and its storage: what users' SQL may do, and what is stored. */
export const engineGuards: readonly Guard[] = [
	...guardsIn('server/engine/runner/session.ts', runs, [
		['files and URLs in SQL', "'SET enable_external_access = false',", "'SET enable_external_access = true',"],
	]),
	// Nothing but a SELECT gets this far, so a session is tested directly.
	...guardsIn(
		'server/engine/runner/session.ts',
		['server/engine/isolation/locked-session.test.ts'],
		[['engine settings', "\t\t'SET lock_configuration = true',\n", '']],
	),
	...guardsIn('server/engine/sql/statement.ts', runs, [
		['multiple statements', 'if (extracted.count !== 1) {', 'if (extracted.count < 0) {'],
		['statements other than SELECT', 'if (!beginnings.test(first.text)) throw notASelect(sql, first);', ''],
	]),
	...guardsIn('server/engine/pool/watchdog.ts', limits, [
		['the run’s time limit', "if (performance.now() >= watched.until) return 'DEADLINE_EXCEEDED';", ''],
		['the run’s memory limit', "if (memoryBytes > watched.memoryBytes) return 'MEMORY_EXCEEDED';", ''],
		[
			'the maximum size of an output',
			"if (watched.output !== null && sizeOf(watched.output.file) > watched.output.maxBytes) return 'OUTPUT_TOO_LARGE';",
			'',
		],
	]),
	...guardsIn(
		'server/store/objects/hash-file.ts',
		['server/store/objects/folder-store.test.ts'],
		[['objects named by the hash of their bytes', 'hash.update(chunk);', '']],
	),
	...guardsIn(
		'server/store/catalog/lock.ts',
		['server/store/catalog/lock.test.ts'],
		[
			[
				'one process per data folder',
				'if (found === null || !isAlive(found)) return;',
				'if (found !== undefined) return;',
			],
		],
	),
	...guardsIn(
		'.dependency-cruiser.cjs',
		['scripts/import-rules.test.ts'],
		[
			['import cycles', "{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },", ''],
			['imports of the service by the console', "only('console-lib', '^src/lib/', ['^(src/)?lib/']),", ''],
		],
	),
];
