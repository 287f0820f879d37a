import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

export const buildPlans = pgTable(
	'build_plans',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id),
		/** The token it was started with, which its steps also use. */
		tokenId: uuid('token_id').notNull(),
		cancelled: boolean().notNull().default(false),
		leftOut: jsonb('left_out').$type<DatasetCoordinate[]>().notNull(),
		createdAt: time('created_at').notNull(),
		/** Null while a step is running or may still run. */
		finishedAt: time('finished_at'),
	},
	(item) => [
		index('build_plans_of_user').on(item.userId, item.createdAt, item.id),
		index('build_plans_unfinished').on(item.id).where(sql`${item.finishedAt} IS NULL`),
	],
);

export const buildPlanSteps = pgTable(
	'build_plan_steps',
	{
		planId: reference('plan_id', () => buildPlans.id, 'cascade'),
		position: integer().notNull(),
		/** Not a reference: a step outlives its BuildSpec. */
		buildSpecId: uuid('build_spec_id').notNull(),
		destination: jsonb().$type<DatasetCoordinate>().notNull(),
		/** Positions of the steps that must succeed first. */
		needs: jsonb().$type<number[]>().notNull(),
		/** Null until its build is started; not a reference, because runs are removed earlier. */
		runId: uuid('run_id'),
		/** How it ended, copied from its run. */
		outcome: text().$type<'succeeded' | 'failed' | 'cancelled' | 'skipped'>(),
		version: integer(),
		rows: bigint({ mode: 'number' }),
		message: text(),
		startedAt: time('started_at'),
		finishedAt: time('finished_at'),
	},
	(item) => [primaryKey({ columns: [item.planId, item.position] }), index('build_plan_steps_run').on(item.runId)],
);
