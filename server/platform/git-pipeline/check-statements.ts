import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { PipelineDiagnostic, PipelineOutput, PipelineStep } from '#contract/pipeline.ts';
import type { Problem } from '#lib/exact-json/located.ts';
import { containsInOrder } from '#lib/text/wildcards.ts';
import type { CheckedStep } from '../../engine/answers.ts';
import { placeOf } from '../../engine/sql/sql-text.ts';
import type { StepToCheck } from '../../engine/types.ts';
import { createNaming, NameProblem } from './computed-names.ts';
import { type ComputedOutput, fill, type Manifest, type Output, placeholders, stepOfOutput } from './manifest.ts';
import type { Text } from './read-members.ts';
import type { ReadPipeline } from './read-repository.ts';

export interface ManifestFiles {
	readonly path: string;
	readonly text: string;
	readonly manifest: Manifest;
	readonly files: ReadPipeline['files'];
}

const isComputed = (output: Output): output is ComputedOutput => output.kind === 'computed';

const sqlIn = (files: ReadPipeline['files'], path: Text): string | null => {
	const found = files.find((file) => file.path === path.value);
	return found !== undefined && 'text' in found ? found.text : null;
};

/** The statements of a manifest in the order the engine checks them: steps, then computed outputs. */
export function statementsOf({ manifest: { steps, outputs }, files }: ManifestFiles): StepToCheck[] {
	const names = new Set(steps.map((step) => step.name.value.toLowerCase()));
	const isKnown = (each: Text) => names.has(each.value.toLowerCase());
	return [
		...steps.map(({ name, file }) => ({ sql: sqlIn(files, file), as: name.value, each: null })),
		...outputs.filter(isComputed).map(({ each, file }) => ({
			sql: isKnown(each) ? sqlIn(files, file) : null,
			as: null,
			each: each.value,
		})),
	];
}

/** The engine's results for those statements, as steps, outputs and problems with their files. */
export function checkedPipeline(
	of: ManifestFiles,
	checked: readonly CheckedStep[],
	sources: readonly DatasetCoordinate[],
	destination: DatasetCoordinate | undefined,
): { steps: PipelineStep[]; outputs: PipelineOutput[]; diagnostics: PipelineDiagnostic[] } {
	const { steps, outputs } = of.manifest;
	const answerTo = (index: number): CheckedStep => checked[index] ?? unanswered;
	const nameOf = (folded: string) =>
		steps.find((step) => step.name.value.toLowerCase() === folded)?.name.value ?? folded;
	const resultOf = (step: Text) => answerTo(steps.findIndex(({ name }) => sameName(name.value, step.value)));
	const presented = steps.map(({ name, file }, index): PipelineStep => {
		const { state, reads, sources: read, columns } = answerTo(index);
		const from = read.flatMap((place) => sources[place] ?? []);
		return { name: name.value, file: file.value, state, reads: reads.map(nameOf), sources: from, columns };
	});
	const computed = outputs.filter(isComputed);
	const { problems, targets } = checkNaming(of, destination, (step) => resultOf(step).columns.map(({ name }) => name));
	return {
		steps: presented,
		outputs: [
			...outputs.map((output): PipelineOutput => {
				const step = stepOfOutput(output);
				const { state, columns, lineage } = isComputed(output)
					? answerTo(steps.length + computed.indexOf(output))
					: resultOf(step);
				const file = isComputed(output) ? { file: output.file.value } : {};
				const target = targets.get(output);
				return {
					name: output.name.value,
					kind: output.kind,
					step: nameOf(step.value.toLowerCase()),
					...file,
					...(target === undefined ? {} : { target }),
					state: problems.some((problem) => problem.output === output) ? 'invalid' : state,
					columns,
					lineage,
				};
			}),
			...discoveredIn(of.manifest).map((name): PipelineOutput => {
				const { state, columns, lineage } = resultOf(name);
				return { name: name.value, kind: 'discovered', step: name.value, state, columns, lineage };
			}),
		],
		diagnostics: [
			...problems.map((problem) => inManifest(of, problem)),
			...steps.flatMap(({ file }, index) => inFile(file, answerTo(index))),
			...computed.flatMap(({ file }, index) => inFile(file, answerTo(steps.length + index))),
		],
	};
}

const unanswered: CheckedStep = {
	...{ state: 'unchecked', diagnostics: [], columns: [], reads: [], sources: [], lineage: null },
};

export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const inFile = (file: Text, { diagnostics }: CheckedStep): PipelineDiagnostic[] =>
	diagnostics.map((diagnostic) => ({ ...diagnostic, file: file.value }));

/** A problem with its position in the manifest. */
export function inManifest({ path, text }: Pick<ManifestFiles, 'path' | 'text'>, problem: Problem): PipelineDiagnostic {
	const end = placeOf(text, Math.max(problem.end, problem.start + 1));
	const severity = 'severity' in problem && problem.severity === 'warning' ? 'warning' : 'error';
	return {
		severity,
		message: problem.message,
		...placeOf(text, problem.start),
		endLine: end.line,
		endColumn: end.column,
		suggestions: [],
		file: path,
	};
}

/** Names of steps whose results aren't published by a declared output. */
export function discoveredIn({ steps, outputs }: Manifest): Text[] {
	const handedOut = outputs.flatMap((output) => (output.kind === 'declared' ? [output.step] : []));
	return steps.map((step) => step.name).filter((name) => !handedOut.some((step) => sameName(step.value, name.value)));
}

type NamingProblem = Problem & { readonly severity?: 'warning'; readonly output?: Output };

/**
 * Problems with names and targets that can be found before there are rows: unknown placeholders, duplicate names, a destination that nothing writes.
 */
function checkNaming(
	{ manifest, text }: ManifestFiles,
	destination: DatasetCoordinate | undefined,
	columnsOf: (step: Text) => readonly string[],
) {
	const home = destination ?? { owner: '', namespace: '', datasetName: '' };
	const name = createNaming(
		home,
		discoveredIn(manifest).map((step) => step.value),
	);
	const problems: NamingProblem[] = [];
	const targets = new Map<Output, DatasetCoordinate>();
	for (const output of manifest.outputs) {
		const { owner, namespace, datasetName } = output.target;
		const target = {
			owner: owner?.value ?? home.owner,
			namespace: namespace?.value ?? home.namespace,
			datasetName: datasetName?.value ?? output.name.value,
		};
		targets.set(output, target);
		if (output.kind === 'declared') {
			try {
				name(output, null);
			} catch (error) {
				if (!(error instanceof NameProblem)) throw error;
				problems.push({ ...error.text, message: error.message, output });
			}
			continue;
		}
		const columns = columnsOf(output.each);
		if (columns.length === 0) continue;
		for (const template of [output.name, owner, namespace, datasetName]) {
			for (const column of template === null ? [] : placeholders(template.value)) {
				if (columns.includes(column) || template === null) continue;
				const message = `"${output.each.value}" has no column "${column}". It has ${columns.join(', ')}.`;
				problems.push({ ...template, message, output });
			}
		}
	}
	if (destination !== undefined && ![...targets.values()].some((target) => mayBe(target, destination))) {
		const at = Math.max(0, text.indexOf('"outputs"'));
		const message = `No output writes to the destination, ${formatCoordinate(destination)}, so a build will fail. Make the destination the target of an output.`;
		problems.push({ start: at, end: at + '"outputs"'.length, message, severity: 'warning' });
	}
	return { problems, targets };
}

/** Whether a target, which may be a template, can evaluate to a dataset. */
function mayBe(target: DatasetCoordinate, dataset: DatasetCoordinate): boolean {
	const any = '\u0000';
	const template = coordinateKey({
		owner: fill(target.owner, () => any),
		namespace: fill(target.namespace, () => any),
		datasetName: fill(target.datasetName, () => any),
	});
	return containsInOrder(template.split(any), coordinateKey(dataset));
}
