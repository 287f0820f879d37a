import type { CheckResult, Definition, Diagnostic } from '#contract/build-spec.ts';
import { EngineError } from '../../engine/errors.ts';
import { unchecked } from '../../engine/pool/engine.ts';
import type { Caller } from '../core/caller.ts';
import { checkGitPipeline } from '../git-pipeline/check-pipeline.ts';
import { isGitPipeline } from '../git-pipeline/payload.ts';
import { withColumns } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';
import { assertDefinition, resolveSources } from './definitions.ts';

/** Says what is wrong with a definition without saving or running it; sources that cannot be read are said at line 1. */
export async function checkDefinition(
	platform: Platform,
	caller: Caller,
	definition: Definition,
): Promise<CheckResult> {
	assertDefinition(definition);
	if (isGitPipeline(definition.code.payload)) {
		const checked = await checkGitPipeline(platform, caller.userId, definition.code.payload);
		const { problems } = await resolveSources(platform.catalog.db, caller, definition.sources);
		return {
			...checked,
			diagnostics: [...problems.map((problem) => atStart(problem.message)), ...checked.diagnostics],
		};
	}
	const { found, problems } = await resolveSources(platform.catalog.db, caller, definition.sources);
	const sql = definition.code.payload;
	const {
		diagnostics,
		columns,
		lineage = null,
	} = await withColumns(platform, found, (sources) => platform.engine.check({ sources, sql })).catch((error) => {
		if (error instanceof EngineError) return unchecked(sql, error);
		throw error;
	});
	return { diagnostics: [...problems.map((problem) => atStart(problem.message)), ...diagnostics], columns, lineage };
}

const atStart = (message: string): Diagnostic => ({
	severity: 'error',
	message,
	line: 1,
	column: 1,
	endLine: 1,
	endColumn: 2,
	suggestions: [],
});
