import type { Check, CheckKind, RunCheck } from '#contract/check.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { countOf, formatCount } from '../../lib/format.ts';

export const checkKindLabel = {
	unique: 'Unique',
	not_null: 'Not null',
	accepted_values: 'Accepted values',
	range: 'Range',
	relationship: 'Relationship',
	row_count: 'Row count',
	freshness: 'Freshness',
	sql: 'SQL',
} as const satisfies Record<CheckKind, string>;

export const checkStateLabel = {
	passed: 'Passed',
	failed: 'Failed',
	error: 'Couldn’t run',
} as const satisfies Record<RunCheck['state'], string>;

export const severityLabel = { error: 'Error', warn: 'Warning' } as const satisfies Record<Check['severity'], string>;

/** A failed check of severity `warn` is only a warning. */
export const checkTone = ({ state, check }: RunCheck): 'success' | 'error' | 'warning' =>
	state === 'passed' ? 'success' : check.severity === 'error' ? 'error' : 'warning';

/** A check as a sentence: "flight_id must be unique", "state must be one of TX, CA". */
export function describeCheck(check: Check): string {
	const { kind, columns = [], values = [], min, max, maxChange, dataset, otherColumn, maxAgeHours } = check;
	const names = columns.join(', ');
	switch (kind) {
		case 'unique':
			return columns.length > 1 ? `${names} must be unique together` : `${names} must be unique`;
		case 'not_null':
			return `${names} must not be null`;
		case 'accepted_values':
			return `${names} must be one of ${shortened(values)}`;
		case 'range':
			return `${names} must be ${bounds(min, max)}`;
		case 'relationship':
			return `${names} must be in ${dataset === undefined ? '?' : formatCoordinate(dataset)}.${otherColumn ?? '?'}`;
		case 'row_count': {
			const change = maxChange === undefined ? [] : [`a row count within ±${maxChange} % of the last build`];
			const counts = [min, max].map((count) => (count === undefined ? count : formatCount(Number(count))));
			const range =
				min === undefined && max === undefined
					? []
					: [`${bounds(counts[0], counts[1])} ${(counts[1] ?? counts[0]) === '1' ? 'row' : 'rows'}`];
			return `must have ${[...range, ...change].join(' and ')}`;
		}
		case 'freshness':
			return `newest ${names} must be at most ${countOf(maxAgeHours ?? 0, 'hour')} old`;
		case 'sql':
			return 'must return no rows';
	}
}

/** A check on one line: "One row per state: state must be unique (warning)". */
export const checkLine = (check: Check): string =>
	`${check.name}: ${describeCheck(check)}${check.severity === 'warn' ? ' (warning)' : ''}`;

const shortened = (values: readonly string[]): string =>
	values.length > 7 ? `${values.slice(0, 6).join(', ')} and ${values.length - 6} more` : values.join(', ');

function bounds(min: string | undefined, max: string | undefined): string {
	if (min !== undefined && max !== undefined) return `${min} to ${max}`;
	return min === undefined ? `at most ${max}` : `at least ${min}`;
}

/** "2 of 5 checks failed", "5 checks passed" */
export function checksSummary(found: readonly RunCheck[]): string {
	const failed = found.filter(({ state }) => state !== 'passed').length;
	const all = `${found.length} ${found.length === 1 ? 'check' : 'checks'}`;
	return failed === 0 ? `${all} passed` : `${failed} of ${all} failed`;
}
