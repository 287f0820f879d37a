import type { CheckResult, Diagnostic } from '#contract/build-spec.ts';
import type { Problem } from '#lib/exact-json/located.ts';
import { placeOf } from '../../engine/sql/sql-text.ts';
import type { Platform } from '../state/platform.ts';
import { readManifest } from './manifest.ts';
import { type GitPipeline, readPayload } from './payload.ts';
import { readPipeline, readWhileWaiting, refusalIn } from './read-repository.ts';
import { missingFiles } from './run-pipeline.ts';

/** Checks a GitPipeline's payload and, unless the repository would have to be fetched, its manifest. */
export async function checkGitPipeline(platform: Platform, userId: string, payload: string): Promise<CheckResult> {
	const read = readPayload(payload);
	const problems = 'problems' in read ? read.problems : await manifestProblems(platform, userId, read.pipeline);
	return { diagnostics: problems.map((problem) => diagnosticIn(payload, problem)), columns: [] };
}

/** Reads a pipeline within the time limit for interactive checks. */
export const readToCheck = (
	platform: Pick<Platform, 'settings'>,
	userId: string,
	pipeline: GitPipeline,
	kind: 'run' | 'check',
): ReturnType<typeof readPipeline> =>
	readWhileWaiting(platform, userId, (limited) => readPipeline(limited, pipeline, kind, new AbortController().signal));

async function manifestProblems(
	platform: Platform,
	userId: string,
	pipeline: GitPipeline,
): Promise<readonly Problem[]> {
	if (/^https:/i.test(pipeline.repository.value)) return [];
	const answer = await readToCheck(platform, userId, pipeline, 'run');
	if (answer.kind === 'refused') return [refusalIn(pipeline, answer)];
	const { start, end, value: path } = pipeline.manifest;
	const { manifest: text, files } = answer;
	if (text === null) return [{ start, end, message: answer.problem }];
	const { manifest, problems } = readManifest(text);
	return (problems.length > 0 ? problems : missingFiles(manifest, files)).map((problem) => {
		const { line, column } = placeOf(text, problem.start);
		return { message: `${path}, line ${line}, column ${column}: ${problem.message}`, start, end };
	});
}

export function diagnosticIn(payload: string, { message, start, end }: Problem): Diagnostic {
	const [from, to] = [placeOf(payload, start), placeOf(payload, Math.max(end, start + 1))];
	return { severity: 'error', message, ...from, endLine: to.line, endColumn: to.column, suggestions: [] };
}
