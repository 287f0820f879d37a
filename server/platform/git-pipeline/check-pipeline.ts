import type { CheckResult, Diagnostic } from '#contract/build-spec.ts';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Problem } from '#lib/exact-json/located.ts';
import { placeOf } from '../../engine/sql/sql-text.ts';
import type { Platform } from '../state/platform.ts';
import { readManifest } from './manifest.ts';
import { type GitPipeline, readPayload } from './payload.ts';
import { readRepository } from './read-repository.ts';
import { missingFiles } from './run-pipeline.ts';

/** A check that takes longer than this helps nobody who is typing. */
const checkMs = 10_000;

/** One user's checks follow each other: each is a process of its own. */
const lock = new KeyedLock();

/** Checks a GitPipeline's payload and, unless the repository would have to be fetched, its manifest. */
export async function checkGitPipeline(platform: Platform, userId: string, payload: string): Promise<CheckResult> {
	const read = readPayload(payload);
	const problems =
		'problems' in read ? read.problems : await lock.run(userId, () => manifestProblems(platform, read.pipeline));
	return { diagnostics: problems.map((problem) => diagnostic(payload, problem)), columns: [] };
}

async function manifestProblems({ settings }: Platform, pipeline: GitPipeline): Promise<readonly Problem[]> {
	if (/^https:/i.test(pipeline.repository.value)) return [];
	const git = { ...settings.git, deadlineMs: Math.min(checkMs, settings.git.deadlineMs) };
	const answer = await readRepository({ settings: { ...settings, git } }, pipeline, new AbortController().signal);
	if (answer.kind === 'refused') return [{ ...pipeline[answer.about], message: answer.message }];
	const parsed = readManifest(answer.manifest);
	const problems = 'problems' in parsed ? parsed.problems : missingFiles(parsed.manifest, answer.files);
	const { start, end, value: path } = pipeline.manifest;
	return problems.map((problem) => {
		const { line, column } = placeOf(answer.manifest, problem.start);
		return { message: `${path}, line ${line}, column ${column}: ${problem.message}`, start, end };
	});
}

function diagnostic(payload: string, { message, start, end }: Problem): Diagnostic {
	const [from, to] = [placeOf(payload, start), placeOf(payload, Math.max(end, start + 1))];
	return { severity: 'error', message, ...from, endLine: to.line, endColumn: to.column, suggestions: [] };
}
