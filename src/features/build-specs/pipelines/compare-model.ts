import { coordinateKey } from '#contract/dataset.ts';
import type { PipelineCheck, PipelineOutput, PipelineStep } from '#contract/pipeline.ts';
import { targetName } from './step-graph.ts';

/** Change of a file, step or output between two commits. */
export interface Change {
	readonly name: string;
	readonly kind: 'added' | 'removed' | 'changed';
	/** Differences: "SQL", "reads a, b → a". Empty for a file. */
	readonly details: readonly string[];
}

export interface PipelineChanges {
	readonly files: readonly Change[];
	readonly steps: readonly Change[];
	readonly outputs: readonly Change[];
}

/** @param details the differences; empty if equal */
function changesOf<T>(
	before: readonly T[],
	after: readonly T[],
	nameOf: (item: T) => string,
	details: (before: T, after: T) => readonly string[] | null,
): Change[] {
	const old = new Map(before.map((item) => [nameOf(item), item]));
	const next = new Set(after.map(nameOf));
	return [
		...after.flatMap((item): Change[] => {
			const name = nameOf(item);
			const was = old.get(name);
			if (was === undefined) return [{ name, kind: 'added', details: [] }];
			const found = details(was, item);
			return found === null ? [] : [{ name, kind: 'changed', details: found }];
		}),
		...before
			.filter((item) => !next.has(nameOf(item)))
			.map((item): Change => ({ name: nameOf(item), kind: 'removed', details: [] })),
	];
}

export function comparePipelines(before: PipelineCheck, after: PipelineCheck): PipelineChanges {
	const ids = (check: PipelineCheck) => new Map(check.entries.map(({ path, id }) => [path, id]));
	const [old, next] = [ids(before), ids(after)];
	const sql = (was: string | undefined, is: string | undefined): string[] =>
		was === is && (is === undefined || old.get(is) === next.get(is)) ? [] : ['SQL'];
	const steps = (was: PipelineStep, is: PipelineStep) => [
		...sql(was.file, is.file),
		...moved('reads', readsOf(was), readsOf(is)),
		...columnsOf(was, is),
	];
	const outputs = (was: PipelineOutput, is: PipelineOutput) => [
		...moved('kind', was.kind, is.kind),
		...moved('step', was.step, is.step),
		...moved('dataset', targetName(was) ?? 'none', targetName(is) ?? 'none'),
		...sql(was.file, is.file),
		...columnsOf(was, is),
	];
	const orNull = (details: readonly string[]) => (details.length === 0 ? null : details);
	return {
		files: changesOf(
			before.entries,
			after.entries,
			({ path }) => path,
			(was, is) => (was.id === is.id && was.kind === is.kind ? null : []),
		),
		steps: changesOf(
			before.steps,
			after.steps,
			({ name }) => name,
			(was, is) => orNull(steps(was, is)),
		),
		outputs: changesOf(
			before.outputs,
			after.outputs,
			({ name }) => name,
			(was, is) => orNull(outputs(was, is)),
		),
	};
}

const readsOf = ({ reads, sources }: PipelineStep): string =>
	[...reads, ...sources.map(coordinateKey)].join(', ') || 'nothing';

const moved = (what: string, was: string, is: string): string[] => (was === is ? [] : [`${what} ${was} → ${is}`]);

interface Columned {
	readonly state: string;
	readonly columns: readonly { readonly name: string; readonly type: string }[];
}

function columnsOf(was: Columned, is: Columned): string[] {
	if (was.state !== 'valid' || is.state !== 'valid') return moved('check', was.state, is.state);
	const texts = ({ columns }: Columned) => columns.map(({ name, type }) => `${name} ${type}`);
	const [old, next] = [texts(was), texts(is)];
	return [
		...next.filter((text) => !old.includes(text)).map((text) => `+ ${text}`),
		...old.filter((text) => !next.includes(text)).map((text) => `− ${text}`),
	];
}
