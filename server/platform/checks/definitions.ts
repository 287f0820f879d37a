import { type Check, checkProblems } from '#contract/check.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { hasPosition } from '#lib/text/has-position.ts';
import { unstorable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';

/** Errors in checks whose members have the right types. */
export async function problemsOf(platform: Pick<Platform, 'runEngine'>, checks: readonly Check[]): Promise<Problem[]> {
	const found = definitionProblems(checks);
	return found.length > 0 ? found : syntaxProblems(platform, checks);
}

/** Errors in statements that no engine could run; unknown names are found only when they run. */
async function syntaxProblems(
	{ runEngine }: Pick<Platform, 'runEngine'>,
	checks: readonly Check[],
): Promise<Problem[]> {
	const problems: Problem[] = [];
	for (const [index, { name, kind, sql = '' }] of checks.entries()) {
		if (kind !== 'sql') continue;
		const { diagnostics } = await runEngine.check({ sources: [], sql, onlySyntax: true });
		for (const diagnostic of diagnostics) {
			if (diagnostic.severity !== 'error') continue;
			const where = hasPosition(diagnostic) ? `, line ${diagnostic.line}, column ${diagnostic.column}` : '';
			const message = `Check "${name}"${where}: ${diagnostic.message}`;
			problems.push({ code: 'INVALID_VALUE', path: `checks.${index}.sql`, message });
		}
	}
	return problems;
}

function definitionProblems(checks: readonly Check[]): Problem[] {
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
			...(same === undefined
				? []
				: [problem('name', 'another check already has this name. Choose another name.', 'DUPLICATE')]),
			...checkProblems(check).map(([member, message]) => problem(member, message)),
		];
	});
}
