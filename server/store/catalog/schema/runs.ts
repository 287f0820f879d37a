import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { LogItem, RunCommit, RunError, RunPlan, RunState, RunStep, WrittenDataset } from '#contract/build-run.ts';
import type { Definition } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { reference, time } from './columns.ts';
import { namespaces } from './namespaces.ts';
import { users } from './users.ts';

export interface RunWork {
	readonly slot: DatasetCoordinate;
	readonly sources: readonly DatasetCoordinate[];
	/** The destination's namespace when the run was started; null if it didn't exist. */
	readonly namespaceId?: string | null;
	/** The last step of a pipeline to run; absent for all. */
	readonly upTo?: string;
	/** Checks used instead of the saved ones. */
	readonly checks?: readonly Check[];
}

/** Reading it requires access to its namespace, whatever its current name. */
export type WroteDataset = WrittenDataset & { readonly namespaceId?: string };

export const runs = pgTable(
	'runs',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id),
		kind: text().$type<'preview' | 'build'>().notNull(),
		pipeline: text().$type<'code-blob' | 'git'>().notNull(),
		state: text().$type<RunState>().notNull(),
		/** Not a reference: a run outlives its BuildSpec. */
		buildSpecId: uuid('build_spec_id'),
		version: integer(),
		draft: boolean().notNull(),
		definition: jsonb().$type<Definition>().notNull(),
		rows: bigint({ mode: 'number' }),
		bytes: bigint({ mode: 'number' }),
		error: jsonb().$type<RunError>(),
		commit: jsonb().$type<RunCommit>(),
		/** The steps of a GitPipeline and their progress, once the manifest is read. */
		steps: jsonb().$type<RunStep[]>(),
		/** Last percentage reported by the engine. */
		progress: integer(),
		wrote: jsonb().$type<WroteDataset[]>(),
		tokenId: uuid('token_id'),
		/** Where its output goes or is shown, and the names under which it reads its sources, in the order of run_sources. */
		work: jsonb().$type<RunWork>(),
		/** The destination of a build, folded: builds of one destination run one at a time. */
		destination: text(),
		/** The replica that runs it; null until one has claimed it. */
		copyId: uuid('copy_id'),
		/** How many replicas died while running it. */
		lost: integer().notNull().default(0),
		/** Whether cancellation was requested while a replica was running it. */
		cancelAsked: boolean('cancel_asked').notNull().default(false),
		createdAt: time('created_at').notNull(),
		startedAt: time('started_at'),
		finishedAt: time('finished_at'),
	},
	(item) => [
		index('runs_of_user').on(item.userId, item.createdAt, item.id),
		index('runs_by_state').on(item.state),
		index('runs_builds').on(item.destination, item.createdAt, item.id).where(sql`${item.kind} = 'build'`),
	],
);

/** What a run reads; the right to read it is checked again whenever its outputs are read. */
export const runSources = pgTable(
	'run_sources',
	{
		runId: reference('run_id', () => runs.id, 'cascade'),
		position: integer().notNull(),
		/** Null once the namespace is deleted; then nobody may read the source. */
		namespaceId: uuid('namespace_id').references(() => namespaces.id, { onDelete: 'set null' }),
		dataset: text().notNull(),
		sha256: text().notNull(),
	},
	(item) => [primaryKey({ columns: [item.runId, item.position] }), index('run_sources_namespace').on(item.namespaceId)],
);

export const runLogItems = pgTable(
	'run_log',
	{
		runId: reference('run_id', () => runs.id, 'cascade'),
		position: integer().notNull(),
		at: time('at').notNull(),
		level: text().$type<LogItem['level']>().notNull(),
		/** The step of a pipeline that it's about; null for none. */
		step: text(),
		message: text().notNull(),
	},
	(item) => [primaryKey({ columns: [item.runId, item.position] })],
);

export const runOutputs = pgTable(
	'run_outputs',
	{
		runId: reference('run_id', () => runs.id, 'cascade'),
		/** The name of the destination slot or of a pipeline's output; unique in its run. */
		name: text().notNull(),
		position: integer().notNull().default(0),
		/** How a pipeline produced it; null for a code blob's slot. */
		kind: text().$type<'declared' | 'computed' | 'discovered'>(),
		/** The step with this result; null for a computed output and a code blob's slot. */
		step: text(),
		/** The dataset that it would be written to; null for a discovered one. */
		owner: text(),
		namespace: text(),
		/** Null if the dataset has the output's name. */
		dataset: text(),
		sha256: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
	},
	(item) => [primaryKey({ columns: [item.runId, item.name] })],
);

/** Executed plans of runs. A separate table, because runs are read far more often. */
export const runPlans = pgTable('run_plans', {
	runId: reference('run_id', () => runs.id, 'cascade').primaryKey(),
	plan: jsonb().$type<RunPlan>().notNull(),
});
