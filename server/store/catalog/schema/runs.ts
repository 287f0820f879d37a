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
	/** Of the destination, as it was called when the run was started; null where there was none of that name. */
	readonly namespaceId?: string | null;
	/** The last step of a pipeline that runs; absent for all. */
	readonly upTo?: string;
	/** What is checked in place of the checks that are saved. */
	readonly checks?: readonly Check[];
}

/** Whoever reads of it must be allowed to read its namespace, whatever that is called by then. */
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
		/** The commit that a GitPipeline ran, once it is known. */
		commit: jsonb().$type<RunCommit>(),
		/** What a GitPipeline runs and how far it is, once the manifest is read. */
		steps: jsonb().$type<RunStep[]>(),
		/** Percent of it that the engine said was done last. */
		progress: integer(),
		/** What a build wrote. */
		wrote: jsonb().$type<WroteDataset[]>(),
		/** The token it was started with. */
		tokenId: uuid('token_id'),
		/** Where its output goes or is shown, and the names under which it reads its sources, in the order of run_sources. */
		work: jsonb().$type<RunWork>(),
		/** The destination of a build, as names are compared: builds of one destination take turns. */
		destination: text(),
		/** The copy of the service that carries it out; null while none has claimed it. */
		copyId: uuid('copy_id'),
		/** How many copies were gone before what they had begun of it ended. */
		lost: integer().notNull().default(0),
		/** Whether somebody asked for its end while a copy carried it out. */
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

/** What a run reads: the right to read it is asked again whenever its outputs are. */
export const runSources = pgTable(
	'run_sources',
	{
		runId: reference('run_id', () => runs.id, 'cascade'),
		position: integer().notNull(),
		/** Null once the namespace is gone: then nobody may read the source. */
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
		/** The step of a pipeline that it is about; null for none. */
		step: text(),
		message: text().notNull(),
	},
	(item) => [primaryKey({ columns: [item.runId, item.position] })],
);

export const runOutputs = pgTable(
	'run_outputs',
	{
		runId: reference('run_id', () => runs.id, 'cascade'),
		/** The destination slot's name, or that of a pipeline's output; unique in its run. */
		name: text().notNull(),
		/** In the order in which they are listed. */
		position: integer().notNull().default(0),
		/** How a pipeline came by it; null for a code blob's slot. */
		kind: text().$type<'declared' | 'computed' | 'discovered'>(),
		/** The step whose result it is; null for a computed output and a code blob's slot. */
		step: text(),
		/** The dataset that it would be written to; null for a discovered one. */
		owner: text(),
		namespace: text(),
		/** Null where the dataset is called as the output is. */
		dataset: text(),
		sha256: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
	},
	(item) => [primaryKey({ columns: [item.runId, item.name] })],
);

/** How the engine carried a run's statement out. Beside the run, which is read far more often. */
export const runPlans = pgTable('run_plans', {
	runId: reference('run_id', () => runs.id, 'cascade').primaryKey(),
	plan: jsonb().$type<RunPlan>().notNull(),
});
