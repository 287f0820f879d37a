import type { Column } from '#contract/dataset.ts';
import { EngineError } from '../errors.ts';
import type { EngineSource } from '../types.ts';
import { type Progress, SparkError, type SparkSession } from './client.ts';
import { assertPlan, type GuardedStatement, guardStatement } from './guard.ts';
import { sparkQuoted } from './tokens.ts';
import { columnsOf } from './types.ts';

/** Makes statements mean the same in every deployment, and keeps them from reading anything but views. */
export const sessionSettings = {
	'spark.sql.ansi.enabled': 'true',
	'spark.sql.ansi.doubleQuotedIdentifiers': 'true',
	'spark.sql.runSQLOnFiles': 'false',
	'spark.sql.variable.substitute': 'false',
	'spark.sql.session.timeZone': 'UTC',
	'spark.sql.maxPlanStringLength': '2147483632',
	'spark.sql.parquet.outputTimestampType': 'TIMESTAMP_MICROS',
	'spark.sql.parquet.inferTimestampNTZ.enabled': 'true',
	'spark.sql.parquet.compression.codec': 'zstd',
	// Makes a task start a new file: parts of a dataset are no larger, and their size becomes visible while it writes.
	'spark.sql.files.maxRecordsPerFile': '5000000',
	'spark.sql.caseSensitive': 'false',
	'spark.sql.timeType.enabled': 'true',
};

export const whole = (sql: string): string => `SELECT * FROM (\n${sql}\n)`;

/** A statement that may run, in the form in which its result is written. */
interface Prepared extends Pick<GuardedStatement, 'named'> {
	readonly columns: readonly Column[];
	/** The statement with column names. */
	readonly sql: string;
	readonly plan: string;
}

/** Statements that run one after another in a session over the same sources. They may read each other's results by bare names. */
export interface Statements {
	readonly results: readonly string[];
	addResult(name: string): void;
	/** @throws EngineError, SparkError */
	prepare(sql: string): Promise<Prepared>;
	/** Runs a statement and writes its rows, or only the first ones. @throws EngineError, SparkError */
	write(
		sql: string,
		location: string,
		onProgress: (progress: Progress) => void,
		most?: number,
	): Promise<readonly Column[]>;
}

export async function openStatements(session: SparkSession, sources: readonly EngineSource[]): Promise<Statements> {
	await session.configure(sessionSettings);
	const opened = new Set<string>();
	const results: string[] = [];

	const openViews = async ({ views }: GuardedStatement): Promise<void> => {
		for (const { view, source } of views) {
			if (opened.has(view)) continue;
			await session.createView(sparkQuoted(view), source.files).catch((error: unknown) => {
				if (!(error instanceof SparkError) || error.kind === 'gone') throw error;
				const name = `${source.owner}.${source.namespace}.${source.datasetName}`;
				throw new EngineError(
					'SQL_ERROR',
					`Spark can’t read ${name} (${error.message}). Ask your admin to check that Spark can read the service’s files.`,
				);
			});
			opened.add(view);
		}
	};
	const prepare = async (text: string): Promise<Prepared> => {
		const guarded = guardStatement(text, sources, results);
		await openViews(guarded);
		const found = await session.columns(whole(guarded.sql));
		const plan = await session.explain(whole(guarded.sql));
		assertPlan(plan);
		const columns = columnsOf(found);
		const selected = columns.map(
			({ name, isNull }, index) => `${isNull ? `CAST(_${index} AS INT)` : `_${index}`} AS ${sparkQuoted(name)}`,
		);
		const renamed = columns.map((_, index) => `_${index}`).join(', ');
		const sql = `SELECT ${selected.join(', ')} FROM (\n${guarded.sql}\n) AS _t(${renamed})`;
		return { columns: columns.map(({ name, type }) => ({ name, type })), named: guarded.named, sql, plan };
	};

	return {
		results,
		addResult(name) {
			if (!results.includes(name)) results.push(name);
		},
		prepare,
		async write(text, location, onProgress, most) {
			const { sql, columns } = await prepare(text);
			await session.write(most === undefined ? sql : `${sql} LIMIT ${most}`, location, onProgress);
			return columns;
		},
	};
}
