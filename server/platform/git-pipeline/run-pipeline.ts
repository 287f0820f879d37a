import type { Problem } from '#lib/exact-json/located.ts';
import { hasPosition } from '#lib/text/has-position.ts';
import { EngineError } from '../../engine/errors.ts';
import { count, seconds, size } from '../../engine/format.ts';
import { placeOf } from '../../engine/sql/sql-text.ts';
import type { EnginePipeline, StepResult } from '../../engine/types.ts';
import type { StoredRows } from '../parts/parts.ts';
import { withRunRows } from '../parts/with-rows.ts';
import { RunFailure } from '../runs/run-failure.ts';
import type { RunLog } from '../runs/run-log.ts';
import { partsOfBuild, type RunOrder, type StoredOutput, storeOutput } from '../runs/run-production.ts';
import type { Platform } from '../state/platform.ts';
import { checkedPipeline, discoveredIn, type ManifestFiles, sameName, statementsOf } from './check-statements.ts';
import { createNaming, type NameOutput, NameProblem } from './computed-names.ts';
import { type ComputedOutput, filesOf, type Manifest, readManifest, stepOfOutput } from './manifest.ts';
import { readPayload } from './payload.ts';
import type { Text } from './read-members.ts';
import { type ReadPipeline, readPipeline, refusalIn } from './read-repository.ts';

const maxOutputs = 1_000;

/** Runs the steps of a commit's manifest in order, and stores the results of its outputs and steps. */
export async function runGitPipeline(
	platform: Platform,
	order: RunOrder,
	runLog: RunLog,
	signal: AbortSignal,
): Promise<StoredOutput[]> {
	const { userId: lane } = order.caller;
	return withRunRows(platform, order.sources, null, (sources) => {
		const job = { sources, lane, signal, onStart: runLog.started, onLog: runLog.log, ...partsOfBuild(platform, order) };
		return platform.runEngine.pipeline(job, async (pipeline) => {
			const run = await openPipeline(platform, order, runLog, signal);
			await checkBefore(pipeline, runLog, run);
			const made = await produce(pipeline, order, runLog, run);
			await pipeline.end();
			return store(platform, order, order.kind === 'build' ? made.filter((output) => output.target !== null) : made);
		});
	});
}

type Files = ReadPipeline['files'];

type Opened = ManifestFiles;

async function openPipeline(platform: Platform, order: RunOrder, runLog: RunLog, signal: AbortSignal): Promise<Opened> {
	const payload = readPayload(order.payload);
	if ('problems' in payload) throw failed(runLog, payload.problems, order.payload, undefined);
	const { repository, ref, manifest } = payload.pipeline;
	const read = await readPipeline(platform, payload.pipeline, 'run', signal);
	if (read.kind === 'refused') {
		throw failed(runLog, [refusalIn(payload.pipeline, read)], order.payload, undefined);
	}
	const { id, message, at } = read.commit;
	runLog.committed({ id, ref: ref.value, message, at });
	runLog.log('info', `Commit ${id.slice(0, 7)} of ${repository.value} (${ref.value}): ${message}`);
	const { manifest: text, files } = read;
	if (text === null) throw failed(runLog, [{ ...manifest, message: read.problem }], order.payload, undefined);
	const parsed = readManifest(text);
	const problems = parsed.problems.length > 0 ? parsed.problems : missingFiles(parsed.manifest, files);
	if (problems.length > 0) throw failed(runLog, problems, text, manifest.value);
	const opened = { manifest: parsed.manifest, path: manifest.value, text, files };
	return order.upTo === null ? opened : { ...opened, manifest: partOf(opened, order.upTo) };
}

/** The steps up to the given one, and the outputs that publish their results: other outputs need steps that don't run. */
function partOf(run: Opened, upTo: string): Manifest {
	const { steps, outputs } = run.manifest;
	const last = steps.findIndex(({ name }) => sameName(name.value, upTo));
	if (last < 0) {
		const names = steps.map((step) => step.name.value).join(', ');
		const at = Math.max(0, run.text.indexOf('"steps"'));
		throw failedAt(run, { value: '', start: at, end: at }, `There is no step "${upTo}". Steps: ${names}.`);
	}
	const kept = steps.slice(0, last + 1);
	const isKept = (step: Text) => kept.some(({ name }) => sameName(name.value, step.value));
	return { steps: kept, outputs: outputs.filter((output) => output.kind === 'declared' && isKept(output.step)) };
}

/** Reports errors in all statements and templates before the first one runs. */
async function checkBefore(pipeline: EnginePipeline, runLog: RunLog, run: Opened): Promise<void> {
	const checked = await pipeline.check(statementsOf(run));
	const { steps, diagnostics } = checkedPipeline(run, checked, [], undefined);
	const errors = diagnostics.filter(({ severity }) => severity === 'error');
	const [first] = errors;
	runLog.steps(
		steps.map(({ name, file, state }) => ({ name, file, state: state === 'invalid' ? 'failed' : 'waiting', ...unrun })),
	);
	if (first === undefined) return;
	const stepOf = (file: string | undefined) => steps.find((step) => step.file === file && step.state === 'invalid');
	for (const error of errors.length > 1 ? errors : []) {
		const where = hasPosition(error) ? `, line ${error.line}, column ${error.column}` : '';
		runLog.log('error', `${error.file}${where}: ${error.message}`, stepOf(error.file)?.name ?? null);
	}
	const more = errors.length > 1 ? ` (${count(errors.length - 1, 'more problem')} in the log.)` : '';
	const step = stepOf(first.file);
	const message = `${step === undefined ? '' : `Step "${step.name}": `}${first.message}${more}`;
	const code = first.file === run.path ? 'PIPELINE_INVALID' : 'SQL_ERROR';
	const position = hasPosition(first) ? { line: first.line, column: first.column } : { line: null, column: null };
	throw new RunFailure(code, message, { ...position, file: first.file });
}

const unrun = { rows: null, bytes: null, startedAt: null, finishedAt: null };

/** Files that the manifest names and the commit lacks, at the positions where they are named. */
export const missingFiles = (manifest: Manifest, files: Files): Problem[] =>
	filesOf(manifest).flatMap((text) => {
		const found = files.find((file) => file.path === text.value);
		return found !== undefined && 'problem' in found ? [{ ...text, message: found.problem }] : [];
	});

/** A single failure for all problems; the log lists each. */
function failed(runLog: RunLog, problems: readonly Problem[], text: string, file: string | undefined): RunFailure {
	const first = problems[0] ?? { message: 'The code is empty.', start: 0, end: 0 };
	if (problems.length > 1) {
		for (const problem of problems) {
			const { line, column } = placeOf(text, problem.start);
			runLog.log('error', `${file ?? 'Payload'}, line ${line}, column ${column}: ${problem.message}`);
		}
	}
	const more = problems.length > 1 ? ` (${count(problems.length - 1, 'more problem')} in the log.)` : '';
	return new RunFailure('PIPELINE_INVALID', `${first.message}${more}`, { ...placeOf(text, first.start), file });
}

type MadeOutput = Omit<StoredOutput, 'sha256' | 'parts'> & Pick<StepResult, 'file' | 'staged'>;

async function produce(pipeline: EnginePipeline, order: RunOrder, runLog: RunLog, run: Opened): Promise<MadeOutput[]> {
	const { steps, outputs } = run.manifest;
	const results = new Map<string, StepResult>();
	for (const [index, step] of steps.entries()) {
		const began = performance.now();
		const name = step.name.value;
		runLog.stepBegan(name);
		const result = await inFile(`Step "${name}"`, step.file.value, () =>
			pipeline.step({ sql: sqlOf(run, step.file), as: name, row: null }),
		).catch((error: unknown) => {
			if (error instanceof EngineError && error.code === 'CANCELLED') runLog.stepStopped(name);
			else runLog.stepEnded(name, null);
			throw error;
		});
		results.set(name.toLowerCase(), result);
		runLog.log('info', `Step ${index + 1} of ${steps.length}, ${name}: ${wordsOf(result, began)}`);
		runLog.stepEnded(name, result);
	}
	const rest = discoveredIn(run.manifest).map((step) => step.value);
	const nameOutput = createNaming(order.slot, rest);
	const made: MadeOutput[] = [];
	for (const kind of ['declared', 'computed'] as const) {
		for (const output of outputs) {
			if (output.kind !== kind) continue;
			const step = stepOfOutput(output);
			const result = results.get(step.value.toLowerCase());
			if (result === undefined) throw new Error(`The manifest was accepted with an unknown step ${step.value}.`);
			if (output.kind === 'declared') {
				made.push({ ...nameAt(run, () => nameOutput(output, null)), kind, step: step.value, ...result });
			} else {
				made.push(...(await compute(pipeline, runLog, run, nameOutput, output, result, maxOutputs - made.length)));
			}
		}
	}
	for (const name of rest) {
		const result = results.get(name.toLowerCase());
		if (result !== undefined) made.push({ name, kind: 'discovered', step: name, target: null, ...result });
	}
	return made;
}

/** Creates one output per row. All names are computed first, so that an invalid name fails early. */
async function compute(
	pipeline: EnginePipeline,
	runLog: RunLog,
	run: Opened,
	nameOutput: NameOutput,
	output: ComputedOutput,
	of: StepResult,
	most: number,
): Promise<MadeOutput[]> {
	const step = output.each.value;
	if (of.rows > most) {
		const others = maxOutputs - most;
		const used = others === 0 ? '' : `, and this run already has ${count(others, 'other output')}`;
		const message = `"${step}" has ${count(of.rows, 'row')}, and each row becomes an output. The limit is ${maxOutputs.toLocaleString('en-US')} outputs per run${used}. Filter the rows of "${step}".`;
		throw failedAt(run, output.each, message);
	}
	if (of.rows === 0)
		runLog.log('warning', `"${step}" has no rows, so no outputs are created for "${output.name.value}".`);
	const { columns, rows } = await pipeline.rows(of, most);
	const all = rows.map((row, index) => {
		const values = new Map(columns.map((column, position) => [column, row[position] ?? null]));
		return nameAt(run, () => nameOutput(output, { step, number: index + 1, values }));
	});
	const made: MadeOutput[] = [];
	for (const [index, named] of all.entries()) {
		const began = performance.now();
		const result = await inFile(`Output "${named.name}", row ${index + 1} of "${step}"`, output.file.value, () =>
			pipeline.step({ sql: sqlOf(run, output.file), as: null, row: { of, index } }),
		);
		runLog.log('info', `Output ${named.name}: ${wordsOf(result, began)}`);
		made.push({ ...named, kind: 'computed', step: null, ...result });
	}
	return made;
}

const wordsOf = ({ rows, bytes }: StepResult, began: number): string =>
	`${count(rows, 'row')}, ${size(bytes)}, ${duration(performance.now() - began)}`;

const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : seconds(ms));

function sqlOf(run: Opened, file: Text): string {
	const found = run.files.find((candidate) => candidate.path === file.value);
	if (found === undefined || !('text' in found)) throw new Error(`${file.value} wasn’t read.`);
	return found.text;
}

const failedAt = (run: Opened, text: Text, message: string): RunFailure =>
	new RunFailure('PIPELINE_INVALID', message, { ...placeOf(run.text, text.start), file: run.path });

function nameAt<T>(run: Opened, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw error instanceof NameProblem ? failedAt(run, error.text, error.message) : error;
	}
}

/** Adds the file name to an engine error, whose position refers to that file. */
async function inFile<T>(what: string, file: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof EngineError) || error.code === 'CANCELLED') throw error;
		const { code, message, line, column } = error;
		const position = { line: line ?? 1, column: column ?? 1, file };
		throw new RunFailure(code, `${what}: ${message}`, position);
	}
}

/** Stores each file once, even if two outputs publish it. */
async function store(platform: Platform, order: RunOrder, made: readonly MadeOutput[]): Promise<StoredOutput[]> {
	const objects = new Map<string, StoredRows>();
	const outputs: StoredOutput[] = [];
	for (const { file, staged, ...output } of made) {
		const object =
			objects.get(file) ?? (await storeOutput(platform, order, { ...output, file, staged }, output.target));
		objects.set(file, object);
		outputs.push({ ...output, ...object });
	}
	return outputs;
}
