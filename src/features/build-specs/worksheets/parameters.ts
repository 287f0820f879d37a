import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { Column } from '#contract/dataset.ts';
import { bindParameters, comparedColumns, parametersOf } from '#lib/sql/parameters.ts';
import { literal } from '#lib/sql/quoting.ts';
import { kindOfType } from '../../../rows/index.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import type { ParameterType } from '../../../storage/worksheets.ts';
import { worksheetDraftId } from '../draft-ids.ts';
import { chartKey } from '../workbench/use-workbench.ts';

const parameterTypes = [
	'text',
	'number',
	'date',
	'timestamp',
	'boolean',
	'empty',
	'null',
] as const satisfies readonly ParameterType[];

export type { ParameterType };

export const parameterTypeLabels = {
	text: 'Text',
	number: 'Number',
	date: 'Date',
	timestamp: 'Timestamp',
	boolean: 'Boolean',
	empty: 'Empty string',
	null: 'NULL',
} as const satisfies Record<ParameterType, string>;

const Parameter = z.object({ type: z.enum(parameterTypes), value: z.string() });
export type Parameter = z.infer<typeof Parameter>;

const formats = {
	number: [/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i, 'a number such as 12.5'],
	date: [/^\d{4}-\d{2}-\d{2}$/, 'a date such as 2024-01-31'],
	timestamp: [/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/, 'a date and time such as 2024-01-31T18:30'],
	boolean: [/^(?:true|false)$/, 'true or false'],
} as const;

/** Why a value can't be used, or null. */
export function explainParameter(name: string, { type, value }: Parameter): string | null {
	if (type === 'empty' || type === 'null') return null;
	if (value === '') return `Enter a value for :${name}.`;
	if (type === 'text') return null;
	const [pattern, words] = formats[type];
	return pattern.test(value) ? null : `:${name} must be ${words}.`;
}

/** A value as SQL; NULL if it's invalid. */
function sqlOf(name: string, parameter: Parameter): string {
	const { type, value } = parameter;
	if (type === 'null' || explainParameter(name, parameter) !== null) return 'NULL';
	if (type === 'empty') return "''";
	if (type === 'date') return `DATE ${literal(value)}`;
	if (type === 'timestamp') return `TIMESTAMP ${literal(value.replace('T', ' '))}`;
	return type === 'text' ? literal(value) : value;
}

/** As stored: only chosen types; others are guessed again. */
const StoredParameter = z.object({ type: z.optional(z.enum(parameterTypes)), value: z.string() });
const Parameters = z.record(z.string(), StoredParameter);

export type ParameterTypes = ReadonlyMap<string, ParameterType>;

export type ParameterValues = Readonly<Record<string, Parameter>>;

/** "from = 2024-01-01, limit = NULL" */
export const parametersText = (values: ParameterValues): string =>
	Object.entries(values)
		.map(([name, { type, value }]) => `${name} = ${type === 'null' ? 'NULL' : type === 'empty' ? "''" : value}`)
		.join(', ');

/** The parameter type for comparing with a column of this type. */
function typeFor(columnType: string): ParameterType {
	const kind = kindOfType(columnType);
	if (kind === 'integer' || kind === 'float' || kind === 'decimal') return 'number';
	if (columnType.startsWith('TIMESTAMP')) return 'timestamp';
	return columnType === 'DATE' ? 'date' : kind === 'boolean' ? 'boolean' : 'text';
}

/**
 * Guesses parameter types from the columns they're compared with.
 * @param columns of the sources
 */
export function guessedTypes(sql: string, columns: readonly Column[]): ParameterTypes {
	const types = new Map(columns.map(({ name, type }) => [name.toLowerCase(), typeFor(type)]));
	return new Map(
		comparedColumns(sql).flatMap(([name, column]) => {
			const type = types.get(column.toLowerCase());
			return type === undefined ? [] : [[name, type]];
		}),
	);
}

/**
 * A worksheet's parameters, with values stored in this browser.
 * @param guessed types for parameters without a chosen one
 */
export function useParameters(scope: Scope, worksheet: string, guessed: ParameterTypes) {
	const { service, user } = scope;
	const root = `worksheet-parameters/${service}/${user}/`;
	const key = root + worksheet;
	const [values, setValues] = useState(() => readPreference(key, Parameters) ?? {});
	return useMemo(() => {
		const of = (name: string): Parameter => ({
			type: values[name]?.type ?? guessed.get(name) ?? 'text',
			value: values[name]?.value ?? '',
		});
		const keep = (next: typeof values) => {
			setValues(next);
			writePreference(key, next);
		};
		return {
			of,
			setValue: (name: string, value: string) => keep({ ...values, [name]: { ...values[name], value } }),
			setType: (name: string, type: ParameterType) => keep({ ...values, [name]: { type, value: of(name).value } }),
			/** The values this code needs. */
			usedBy: (sql: string): ParameterValues => Object.fromEntries(parametersOf(sql).map((name) => [name, of(name)])),
			/** Restores earlier values. */
			putBack: (former: ParameterValues) => keep({ ...values, ...former }),
			/** Moves values and chart to a worksheet's new name; null deletes them. */
			moveTo: (name: string | null) => {
				writePreference(key, {});
				const chart = chartKey(scope, worksheetDraftId(worksheet));
				const kept = readPreference(chart, z.looseObject({}));
				writePreference(chart, null);
				if (name === null) return;
				writePreference(root + name, values);
				if (kept !== null) writePreference(chartKey(scope, worksheetDraftId(name)), kept);
			},
			bind: (sql: string) => bindParameters(sql, (name) => sqlOf(name, of(name))),
			/** The first invalid value this code needs, in words, or null. */
			problemIn: (sql: string) =>
				parametersOf(sql)
					.map((name) => explainParameter(name, of(name)))
					.find((problem) => problem !== null) ?? null,
		};
	}, [root, key, values, scope, worksheet, guessed]);
}

export type WorksheetParameters = ReturnType<typeof useParameters>;
