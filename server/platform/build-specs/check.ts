import type { CheckResult, Definition, Diagnostic } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { is, isName, nameOf, tokenizeCode } from '#lib/sql/lexer.ts';
import { EngineError } from '../../engine/errors.ts';
import { unchecked } from '../../engine/pool/engine.ts';
import { placeOf } from '../../engine/sql/sql-text.ts';
import type { Caller } from '../core/caller.ts';
import { checkGitPipeline } from '../git-pipeline/check-pipeline.ts';
import { isGitPipeline } from '../git-pipeline/payload.ts';
import { withRunColumns } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';
import { assertDefinition, resolveSources } from './definitions.ts';

/** Reports errors in a definition without saving or running it; unreadable sources are reported where the code names them. */
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
			diagnostics: [...problems.map((problem) => withoutPosition(problem.message)), ...checked.diagnostics],
		};
	}
	const { found, problems } = await resolveSources(platform.catalog.db, caller, definition.sources);
	const sql = definition.code.payload;
	const {
		diagnostics,
		columns,
		lineage = null,
	} = await withRunColumns(platform, found, (sources) => platform.runEngine.check({ sources, sql })).catch((error) => {
		if (error instanceof EngineError) return unchecked(sql, error);
		throw error;
	});
	const named = problems.map(({ path, message }) => {
		const source = definition.sources[Number(path.split('.')[1])];
		return source === undefined ? null : atName(sql, source, message);
	});
	// The engine reports the same names as unknown.
	const others = diagnostics.filter(
		({ line, column }) => !named.some((found) => found?.line === line && found.column === column),
	);
	const unreadable = problems.map(({ message }, index) => named[index] ?? withoutPosition(message));
	return { diagnostics: [...unreadable, ...others], columns, lineage };
}

/** An error at the place where the code names a dataset, with or without its owner; null if it doesn't. */
function atName(sql: string, { owner, namespace, datasetName }: DatasetCoordinate, message: string): Diagnostic | null {
	const tokens = tokenizeCode(sql);
	const isAt = (index: number, name: string) => {
		const token = tokens[index];
		return token !== undefined && isName(token) && foldName(nameOf(token)) === foldName(name);
	};
	const first = tokens.findIndex(
		(_, index) => isAt(index, namespace) && is(tokens[index + 1], '.') && isAt(index + 2, datasetName),
	);
	const hasOwner = first >= 2 && is(tokens[first - 1], '.') && isAt(first - 2, owner);
	const [start, end] = [tokens[hasOwner ? first - 2 : first]?.start, tokens[first + 2]?.end];
	if (start === undefined || end === undefined) return null;
	const [from, to] = [placeOf(sql, start), placeOf(sql, end)];
	return { ...withoutPosition(message), ...from, endLine: to.line, endColumn: to.column };
}

const withoutPosition = (message: string): Diagnostic => ({
	severity: 'error',
	message,
	line: 1,
	column: 1,
	endLine: 1,
	endColumn: 1,
	suggestions: [],
});
