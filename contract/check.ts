import * as z from 'zod/mini';
import { Column, NamedDatasetCoordinate } from './dataset.ts';
import { Timestamp, Uuid, VersionNumber, withoutNul } from './ids.ts';
import type { Operation } from './operation.ts';

export const checkKinds = [
	'unique',
	'not_null',
	'accepted_values',
	'range',
	'relationship',
	'row_count',
	'freshness',
	'sql',
] as const;
export type CheckKind = (typeof checkKinds)[number];

const Text = z.string().check(z.maxLength(10_000)).register(z.globalRegistry, withoutNul);
const ColumnName = z.string().check(z.minLength(1), z.maxLength(1_000)).register(z.globalRegistry, withoutNul);

/** Maximum checks of a BuildSpec. */
export const maxChecks = 200;

/** A condition on the rows a BuildSpec produces. Comments below say which kinds use which member. */
export const Check = z.object({
	/** Unique within the BuildSpec. */
	name: z.string().check(z.minLength(1), z.maxLength(200)).register(z.globalRegistry, withoutNul),
	kind: z.enum(checkKinds),
	/** `error`: a failed check leaves the destination unchanged. `warn`: only reported. */
	severity: z.enum(['error', 'warn']),
	/** All kinds except `row_count` and `sql`: several columns for `unique` and `not_null`, one for the others. */
	columns: z.optional(z.array(ColumnName).check(z.maxLength(100))),
	/** `accepted_values`: the values, as text. */
	values: z.optional(z.array(Text).check(z.maxLength(1_000))),
	/** `range`: smallest and largest value, as text. `row_count`: as whole numbers. Either may be absent. */
	min: z.optional(Text),
	max: z.optional(Text),
	/** `row_count`: maximum change from the last build's row count, in percent. */
	maxChange: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
	/** `relationship`: the dataset and column that must contain every value. */
	dataset: z.optional(NamedDatasetCoordinate),
	otherColumn: z.optional(ColumnName),
	/** `freshness`: maximum age of the newest value. */
	maxAgeHours: z.optional(z.number().check(z.gt(0), z.maximum(1_000_000))),
	/** `sql`: one SELECT over the destination and the sources that returns the failing rows. */
	sql: z.optional(z.string().check(z.maxLength(100_000)).register(z.globalRegistry, withoutNul)),
});
export type Check = z.infer<typeof Check>;

export const kindsOfColumns: ReadonlySet<Check['kind']> = new Set([
	'unique',
	'not_null',
	'accepted_values',
	'range',
	'relationship',
	'freshness',
]);
export const kindsOfSeveral: ReadonlySet<Check['kind']> = new Set(['unique', 'not_null']);

/** Column names are case-insensitive, as in SQL. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether both are numbers and `min` is larger. */
const isAbove = (min: string | undefined, max: string | undefined): boolean =>
	min !== undefined && max !== undefined && Number(min) > Number(max);

/** What is missing or contradictory in a check whose members have the right types, by member name. */
export function checkProblems(check: Check): [member: string, message: string][] {
	const { kind, columns = [], values = [], min, max, maxChange, dataset, otherColumn, maxAgeHours, sql = '' } = check;
	const found: [string, string][] = [];
	if (kindsOfColumns.has(kind)) {
		if (columns.length === 0) found.push(['columns', 'choose a column.']);
		else if (columns.length > 1 && !kindsOfSeveral.has(kind)) found.push(['columns', 'choose only one column.']);
		const twice = columns.find((name, index) => columns.findIndex((other) => isSameName(other, name)) < index);
		if (twice !== undefined) found.push(['columns', `the column "${twice}" is listed twice. Remove one.`]);
	}
	if (kind === 'accepted_values' && values.length === 0) found.push(['values', 'list the accepted values.']);
	if (kind === 'range' && min === undefined && max === undefined) found.push(['min', 'enter a minimum or a maximum.']);
	if (isAbove(min, max)) found.push(['max', 'the maximum must be at least the minimum.']);
	if (kind === 'row_count') {
		if (min === undefined && max === undefined && maxChange === undefined) {
			found.push(['min', 'enter a minimum, a maximum or a maximum change.']);
		}
		for (const [member, value] of Object.entries({ min, max })) {
			if (value !== undefined && !/^\d{1,15}$/.test(value)) found.push([member, 'enter a whole number of rows.']);
		}
	}
	if (kind === 'relationship' && (dataset === undefined || otherColumn === undefined)) {
		found.push(['dataset', 'choose a dataset and one of its columns.']);
	}
	if (kind === 'freshness' && maxAgeHours === undefined) found.push(['maxAgeHours', 'enter the maximum age in hours.']);
	if (kind === 'sql' && sql.trim() === '') found.push(['sql', 'write a SELECT that returns the failing rows.']);
	return found;
}

export const BuildSpecChecks = z.looseObject({
	checks: z.array(Check),
	/** Version of the BuildSpec they were saved with. Null if there are none. */
	buildSpecVersion: z.nullable(z.int()),
	updatedAt: z.nullable(Timestamp),
	by: z.nullable(z.string()),
});
export type BuildSpecChecks = z.infer<typeof BuildSpecChecks>;

const BuildSpecId = z.object({ buildSpecId: Uuid });

export const getChecks = {
	id: 'getChecks',
	summary: 'List the checks of a BuildSpec',
	tier: 'checks/1',
	method: 'GET',
	path: '/build-specs/{buildSpecId}/checks',
	params: BuildSpecId,
	/** `version`: the checks of an earlier version of the BuildSpec. */
	query: z.object({ version: z.optional(VersionNumber) }),
	status: 200,
	result: BuildSpecChecks,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const putChecks = {
	id: 'putChecks',
	summary: 'Replace the checks of a BuildSpec',
	tier: 'checks/1',
	method: 'PUT',
	path: '/build-specs/{buildSpecId}/checks',
	params: BuildSpecId,
	body: z.object({ checks: z.array(Check).check(z.maxLength(maxChecks)) }),
	status: 200,
	result: BuildSpecChecks,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const checkStates = ['passed', 'failed', 'error'] as const;

export const keptFailingRows = 100;

export const RunCheck = z.looseObject({
	check: Check,
	/** `error`: the check couldn't be run. */
	state: z.enum(checkStates),
	/** Number of failing rows. Null if the check doesn't evaluate individual rows or couldn't be run. */
	failing: z.nullable(z.int()),
	message: z.nullable(z.string()),
	columns: z.array(Column),
	/** The first failing rows. */
	rows: z.array(z.record(z.string(), z.unknown())),
});
export type RunCheck = z.infer<typeof RunCheck>;

export const listRunChecks = {
	id: 'listRunChecks',
	summary: 'List the check results of a run, with the first failing rows of each',
	tier: 'checks/1',
	method: 'GET',
	path: '/build-runs/{buildRunId}/checks',
	params: z.object({ buildRunId: Uuid }),
	status: 200,
	items: RunCheck,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;
