import type { Definition } from '#contract/build-spec.ts';
import type { PipelineCheck, PipelineDiagnostic } from '#contract/pipeline.ts';
import { EngineError, uncheckedText } from '../../engine/errors.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import { diagnosticIn, readToCheck } from '../git-pipeline/check-pipeline.ts';
import { checkedPipeline, inManifest, type ManifestFiles, statementsOf } from '../git-pipeline/check-statements.ts';
import { readManifest } from '../git-pipeline/manifest.ts';
import { readPayload } from '../git-pipeline/payload.ts';
import { refusalIn } from '../git-pipeline/read-repository.ts';
import { missingFiles } from '../git-pipeline/run-pipeline.ts';
import { withRunColumns } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';
import { assertDefinition, resolveSources } from './definitions.ts';

const empty: PipelineCheck = {
	commit: null,
	entries: [],
	truncated: false,
	files: [],
	steps: [],
	outputs: [],
	diagnostics: [],
};

/** Reads the commit of a pipeline and reports errors in its payload, manifest, statements and templates. Nothing runs. */
export async function inspectPipeline(
	platform: Platform,
	caller: Caller,
	definition: Definition,
): Promise<PipelineCheck> {
	assertDefinition(definition);
	const { payload } = definition.code;
	const parsed = readPayload(payload);
	if ('problems' in parsed) {
		return { ...empty, diagnostics: parsed.problems.map((problem) => diagnosticIn(payload, problem)) };
	}
	const { pipeline } = parsed;
	const read = await readToCheck(platform, caller.userId, pipeline, 'check');
	if (read.kind === 'refused') {
		return { ...empty, diagnostics: [diagnosticIn(payload, refusalIn(pipeline, read))] };
	}
	const { found, problems } = await resolveSources(platform.catalog.db, caller, definition.sources);
	const ofSources = problems.map(({ message }) => diagnosticIn(payload, { message, start: 0, end: 1 }));
	const { commit, entries, truncated, manifest: text, files } = read;
	const ofCommit = { commit, entries, truncated };
	const { value: path, ...range } = pipeline.manifest;
	if (text === null) {
		const missing = diagnosticIn(payload, { ...range, message: read.problem });
		return { ...empty, ...ofCommit, diagnostics: [...ofSources, missing] };
	}
	const { manifest, problems: ofManifest } = readManifest(text);
	const all: ManifestFiles = { path, text, manifest, files };
	const { steps, outputs, diagnostics } = await checkStatements(platform, found, all, definition);
	return {
		...ofCommit,
		files: [{ path, text }, ...files.flatMap((file) => ('text' in file ? [file] : []))],
		steps,
		outputs,
		diagnostics: [
			...ofSources,
			...[...ofManifest, ...missingFiles(manifest, files)].map((problem) => inManifest(all, problem)),
			// If the manifest has errors, errors about its names are only consequences.
			...diagnostics.filter(({ file }) => file !== path || ofManifest.length === 0),
		],
	};
}

async function checkStatements(
	platform: Platform,
	found: readonly ReadableDataset[],
	all: ManifestFiles,
	{ destination }: Definition,
) {
	const sources = found.map(({ coordinate }) => coordinate);
	const statements = statementsOf(all);
	try {
		const checked =
			statements.length === 0
				? []
				: await withRunColumns(platform, found, (sources) => platform.runEngine.checkSteps(sources, statements));
		return checkedPipeline(all, checked, sources, destination);
	} catch (error) {
		if (!(error instanceof EngineError)) throw error;
		const unchecked = checkedPipeline(all, [], sources, destination);
		const message = uncheckedText(error.message, 'the steps');
		const warning: PipelineDiagnostic = { ...inManifest(all, { message, start: 0, end: 1 }), severity: 'warning' };
		return { ...unchecked, diagnostics: [...unchecked.diagnostics, warning] };
	}
}
