import { and, desc, eq, ne } from 'drizzle-orm';
import { type Check, keptFailingRows } from '#contract/check.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { quotedPath } from '#lib/sql/quoting.ts';
import { EngineError } from '../../engine/errors.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { runChecks } from '../../store/catalog/schema/checks.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { findReadable } from '../access/dataset-access.ts';
import { storable } from '../core/storable.ts';
import { partsOf } from '../parts/parts.ts';
import { type ReadParts, withParts } from '../parts/with-rows.ts';
import { RunFailure } from '../runs/run-failure.ts';
import type { RunLog } from '../runs/run-log.ts';
import type { RunOrder, StoredOutput } from '../runs/run-production.ts';
import type { Platform } from '../state/platform.ts';
import { failingRows, failureMessage, rowCountProblem } from './check-sql.ts';
import { checksOf } from './checks.ts';

/** Time limit for one check, ms, if a run's limit isn't shorter. */
const deadlineMs = 600_000;
const maxBytes = 1_000_000;

type Result = Omit<typeof runChecks.$inferInsert, 'runId' | 'position' | 'buildSpecId'>;

/**
 * Runs the checks of a run's BuildSpec on the destination's new rows, and records the results.
 * @throws RunFailure CHECK_FAILED if the run is a build and a check of severity `error` did not pass
 */
export async function checkOutputs(
	platform: Platform,
	order: RunOrder,
	outputs: readonly StoredOutput[],
	runLog: RunLog,
	signal: AbortSignal,
): Promise<void> {
	const { db } = platform.catalog;
	const [run] = await db.select({ buildSpecId: runs.buildSpecId }).from(runs).where(eq(runs.id, order.id));
	const buildSpecId = run?.buildSpecId ?? null;
	const checks = buildSpecId === null ? [] : (order.checks ?? (await checksOf(db, buildSpecId)));
	const key = coordinateKey(order.slot);
	const output = outputs.find(({ target }) => target !== null && coordinateKey(target) === key);
	if (buildSpecId === null || checks.length === 0 || output === undefined) return;
	const results: Result[] = [];
	for (const check of checks) {
		signal.throwIfAborted();
		const result = await carryOut(platform, order, buildSpecId, output, check, signal);
		results.push(result);
		if (result.state === 'passed') continue;
		const level = check.severity === 'error' ? 'error' : 'warning';
		runLog.log(
			level,
			`Check "${check.name}" ${result.state === 'failed' ? 'failed' : 'couldn’t be run'}: ${result.message}`,
		);
	}
	await platform.catalog.write(async (tx) => {
		await tx.delete(runChecks).where(eq(runChecks.runId, order.id));
		await tx
			.insert(runChecks)
			.values(results.map((result, position) => ({ runId: order.id, position, buildSpecId, ...result })));
	});
	const stopping = results.filter(({ state, check }) => state !== 'passed' && check.severity === 'error');
	const [first] = stopping;
	if (first === undefined || order.kind !== 'build') return;
	const others = stopping.length - 1;
	const more = others === 0 ? '' : ` ${others} more ${others === 1 ? 'check' : 'checks'} didn’t pass.`;
	throw new RunFailure(
		'CHECK_FAILED',
		`Check "${first.check.name}" ${first.state === 'failed' ? 'failed' : 'couldn’t be run'}: ${first.message}${more}`,
	);
}

async function carryOut(
	platform: Platform,
	order: RunOrder,
	buildSpecId: string,
	output: StoredOutput,
	check: Check,
	signal: AbortSignal,
): Promise<Result> {
	const empty = { check, failing: null, message: null, columns: [], rows: '[]' };
	if (check.kind === 'row_count') {
		const before = await rowsBefore(platform.catalog.db, order, buildSpecId);
		const message = rowCountProblem(check, output.rows, before);
		return { ...empty, state: message === null ? 'passed' : 'failed', message };
	}
	try {
		const { failing, columns, rows } = await findFailing(platform, order, output, check, signal);
		if (failing === 0) return { ...empty, state: 'passed', failing };
		const message = failureMessage(check, failing, rows[0]);
		return { ...empty, state: 'failed', failing, message, columns, rows: `[${rows.join(',')}]` };
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof EngineError) && !(error instanceof MissingError)) throw error;
		return { ...empty, state: 'error', message: storable(error.message) };
	}
}

/**
 * Row count of a BuildSpec's last build that is among its destination's versions; null if there is none: a recreated dataset has no earlier builds.
 */
async function rowsBefore(db: Db, { id, namespaceId, slot }: RunOrder, buildSpecId: string): Promise<number | null> {
	if (namespaceId === null) return null;
	const isDestination = and(eq(datasets.namespaceId, namespaceId), eq(datasets.folded, foldName(slot.datasetName)));
	const [last] = await db
		.select({ rows: datasetVersions.rows })
		.from(datasetVersions)
		.innerJoin(datasets, eq(datasets.id, datasetVersions.datasetId))
		.innerJoin(runs, eq(runs.id, datasetVersions.builtBy))
		.where(and(isDestination, eq(runs.buildSpecId, buildSpecId), ne(runs.id, id)))
		.orderBy(desc(datasetVersions.version))
		.limit(1);
	return last?.rows ?? null;
}

class MissingError extends Error {
	override name = 'MissingError';
}

async function findFailing(
	platform: Platform,
	order: RunOrder,
	output: StoredOutput,
	check: Check,
	signal: AbortSignal,
): Promise<{ failing: number; columns: Result['columns']; rows: readonly string[] }> {
	const { slot, caller } = order;
	const own: ReadParts = {
		coordinate: slot,
		parts: output.parts.length > 0 ? output.parts : [{ sha256: output.sha256, known: null }],
	};
	const other = check.kind === 'relationship' && check.dataset !== undefined ? check.dataset : null;
	const read = [own, ...(await othersOf(platform, order, check, other))];
	const sql = failingRows(check, {
		table: tableOf(slot),
		other: other === null ? null : tableOf(other),
		now: platform.now(),
	});
	// Users write SQL checks in the dialect of their code. All other checks are generated for DuckDB.
	const isOnSpark = check.kind === 'sql' && platform.runEngine.dialect === 'spark';
	const { engine, locate } = isOnSpark
		? { engine: platform.runEngine, locate: platform.objects.withLocations }
		: { engine: platform.engine, locate: platform.objects.withFiles };
	const ask = (statement: string, most: number) =>
		withParts(
			platform,
			read,
			(sources) => engine.query({ sources, sql: statement, lane: caller.userId, signal, most, maxBytes, deadlineMs }),
			locate,
		);
	const counted = await ask(`SELECT count(*) AS failing FROM (\n${sql}\n)`, 1);
	const failing = Number((JSON.parse(counted.rows[0] ?? '{}') as { failing?: unknown }).failing ?? 0);
	if (failing === 0) return { failing, columns: [], rows: [] };
	const { columns, rows } = await ask(String(sql), keptFailingRows);
	return { failing, columns, rows: rows.slice(0, keptFailingRows) };
}

/** What a check reads in addition to its rows. */
async function othersOf(
	platform: Platform,
	{ slot, sources, caller }: RunOrder,
	check: Check,
	other: DatasetCoordinate | null,
): Promise<ReadParts[]> {
	const wanted = check.kind === 'sql' ? [...sources] : [];
	if (other !== null && coordinateKey(other) !== coordinateKey(slot)) {
		const found = await findReadable(platform.catalog.db, caller, other);
		if (found === null)
			throw new MissingError(
				`${formatCoordinate(other)} doesn’t exist, or you don’t have access to it. Choose another dataset in the check.`,
			);
		wanted.push(found);
	}
	const different = wanted.filter(({ coordinate }) => coordinateKey(coordinate) !== coordinateKey(slot));
	const parts = await partsOf(
		platform.catalog.db,
		different.map(({ sha256 }) => sha256),
	);
	return different.map(({ coordinate, sha256 }) => ({ coordinate, parts: parts.get(sha256) ?? [] }));
}

const tableOf = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	quotedPath([owner, namespace, datasetName]);
