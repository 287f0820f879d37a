import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Check, checkStates } from '#contract/check.ts';
import { buildSpecs } from './build-specs.ts';
import { reference, time } from './columns.ts';
import { runs } from './runs.ts';
import { users } from './users.ts';

/** The checks of a BuildSpec, each time they were saved; the last ones apply. */
export const buildSpecChecks = pgTable(
	'build_spec_checks',
	{
		buildSpecId: reference('build_spec_id', () => buildSpecs.id, 'cascade'),
		revision: integer().notNull(),
		/** The BuildSpec's version at that time. */
		buildSpecVersion: integer('build_spec_version').notNull(),
		checks: jsonb().$type<Check[]>().notNull(),
		authorId: reference('author_id', () => users.id),
		createdAt: time('created_at').notNull(),
	},
	(item) => [primaryKey({ columns: [item.buildSpecId, item.revision] })],
);

export const runChecks = pgTable(
	'run_checks',
	{
		runId: reference('run_id', () => runs.id, 'cascade'),
		position: integer().notNull(),
		buildSpecId: uuid('build_spec_id').notNull(),
		check: jsonb().$type<Check>().notNull(),
		state: text().$type<(typeof checkStates)[number]>().notNull(),
		failing: bigint({ mode: 'number' }),
		message: text(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** The first failing rows as a JSON array, numbers with all digits. */
		rows: text().notNull(),
	},
	(item) => [primaryKey({ columns: [item.runId, item.position] }), index('run_checks_spec').on(item.buildSpecId)],
);
