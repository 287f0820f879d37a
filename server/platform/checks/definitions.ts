import { type Check, checkProblems } from '#contract/check.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { unstorable } from '../core/storable.ts';

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
			...checkProblems(check).map(([member, message]) => problem(member, message)),
		];
	});
}
