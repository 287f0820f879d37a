import type { Check } from '#contract/check.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { unstorable } from '../core/storable.ts';

const needsColumns = new Set<Check['kind']>([
	'unique',
	'not_null',
	'accepted_values',
	'range',
	'relationship',
	'freshness',
]);
const takesSeveral = new Set<Check['kind']>(['unique', 'not_null']);

/** What is wrong with checks that have the right members' types. */
export function problemsOf(checks: readonly Check[]): Problem[] {
	const names = new Map<string, number>();
	const odd = unstorable('checks', checks);
	if (odd.length > 0) return odd;
	return checks.flatMap((check, index) => {
		const problem = (member: string, message: string, code: Problem['code'] = 'INVALID_VALUE'): Problem => ({
			code,
			path: `checks.${index}${member === '' ? '' : `.${member}`}`,
			message: `Check "${check.name}": ${message}`,
		});
		const same = names.get(check.name.toLowerCase());
		names.set(check.name.toLowerCase(), index);
		return [
			...(same === undefined ? [] : [problem('name', 'another check has this name.', 'DUPLICATE')]),
			...missing(check).map(([member, message]) => problem(member, message)),
		];
	});
}

/** Whether both are numbers and the first is larger. */
const isAbove = (min: string | undefined, max: string | undefined): boolean =>
	min !== undefined && max !== undefined && Number(min) > Number(max);

function missing(check: Check): [member: string, message: string][] {
	const { kind, columns = [], values = [], min, max, maxChange, dataset, otherColumn, maxAgeHours, sql = '' } = check;
	const found: [string, string][] = [];
	if (needsColumns.has(kind)) {
		if (columns.length === 0) found.push(['columns', 'choose a column.']);
		else if (columns.length > 1 && !takesSeveral.has(kind)) found.push(['columns', 'choose one column only.']);
	}
	if (kind === 'accepted_values' && values.length === 0) found.push(['values', 'list the accepted values.']);
	if (kind === 'range' && min === undefined && max === undefined) found.push(['min', 'give a minimum or a maximum.']);
	if (isAbove(min, max)) found.push(['max', 'the maximum is smaller than the minimum.']);
	if (kind === 'row_count') {
		if (min === undefined && max === undefined && maxChange === undefined) {
			found.push(['min', 'give a minimum, a maximum, or a largest change.']);
		}
		for (const [member, value] of Object.entries({ min, max })) {
			if (value !== undefined && !/^\d{1,15}$/.test(value)) found.push([member, 'give a whole number of rows.']);
		}
	}
	if (kind === 'relationship' && (dataset === undefined || otherColumn === undefined)) {
		found.push(['dataset', 'choose a dataset and a column of it.']);
	}
	if (kind === 'freshness' && maxAgeHours === undefined) found.push(['maxAgeHours', 'give the highest age in hours.']);
	if (kind === 'sql' && sql.trim() === '') found.push(['sql', 'write a SELECT that returns the failing rows.']);
	return found;
}
