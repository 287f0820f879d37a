import { type Guard, guardsIn } from './guard.ts';

const runs = ['server/engine/pool/engine-run.test.ts'];
// A limit of the engine's or the kernel's own may stop a run before: the watchdog is tried by itself.
const limits = ['server/engine/pool/guard.test.ts'];

/** What people's SQL may do, and what is kept. */
export const engineGuards: readonly Guard[] = [
	...guardsIn('server/engine/runner/session.ts', runs, [
		['files and addresses from SQL', "'SET enable_external_access = false',", "'SET enable_external_access = true',"],
	]),
	// Nothing but a SELECT gets so far: a session is asked itself.
	...guardsIn(
		'server/engine/runner/session.ts',
		['server/engine/isolation/locked-session.test.ts'],
		[['settings of the engine', "\t\t'SET lock_configuration = true',\n", '']],
	),
	...guardsIn('server/engine/sql/statement.ts', runs, [
		['more than one statement', 'if (extracted.count !== 1) {', 'if (extracted.count < 0) {'],
		['statements that are no SELECT', 'if (!beginnings.test(first.text)) throw notASelect(sql, first);', ''],
	]),
	...guardsIn('server/engine/pool/watchdog.ts', limits, [
		['the deadline', "if (performance.now() >= watched.until) return 'DEADLINE_EXCEEDED';", ''],
		['the memory', "if (memoryBytes > watched.memoryBytes) return 'MEMORY_EXCEEDED';", ''],
		[
			'the size of an output',
			"if (watched.output !== null && sizeOf(watched.output.file) > watched.output.maxBytes) return 'OUTPUT_TOO_LARGE';",
			'',
		],
	]),
	...guardsIn(
		'server/store/objects/hash-file.ts',
		['server/store/objects/folder-store.test.ts'],
		[['objects under the hash of their bytes', 'hash.update(chunk);', '']],
	),
	...guardsIn(
		'server/store/catalog/lock.ts',
		['server/store/catalog/lock.test.ts'],
		[
			[
				'one process to a data folder',
				'if (found === null || !isAlive(found)) return;',
				'if (found !== undefined) return;',
			],
		],
	),
	...guardsIn(
		'.dependency-cruiser.cjs',
		['scripts/import-rules.test.ts'],
		[
			['cycles of imports', "{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },", ''],
			['imports of the service by the console', "only('console-lib', '^src/lib/', ['^(src/)?lib/']),", ''],
		],
	),
];
