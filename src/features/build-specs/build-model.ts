import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { type Column, coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { isChanged } from '../runs/model.ts';

/** What becomes of a dataset's columns; `kept` are those that stay as they are. */
export interface ColumnChanges {
	readonly added: readonly Column[];
	readonly removed: readonly Column[];
	readonly retyped: readonly { readonly name: string; readonly before: string; readonly after: string }[];
	readonly kept: number;
}

/** Compares columns by their names, as the service does: without regard to case. */
export function columnChanges(before: readonly Column[], after: readonly Column[]): ColumnChanges {
	const key = ({ name }: Column) => name.toLowerCase();
	const old = new Map(before.map((it) => [key(it), it]));
	const next = new Set(after.map(key));
	const retyped = after.flatMap((it) => {
		const was = old.get(key(it));
		return was === undefined || was.type === it.type ? [] : [{ name: it.name, before: was.type, after: it.type }];
	});
	const added = after.filter((it) => !old.has(key(it)));
	return {
		added,
		removed: before.filter((it) => !next.has(key(it))),
		retyped,
		kept: after.length - added.length - retyped.length,
	};
}

/** The BuildSpecs that read a dataset, but for the one that builds it. */
export const readersOf = (dataset: DatasetCoordinate, builtBy: string, specs: readonly BuildSpec[]): BuildSpec[] =>
	specs.filter(
		(it) => it.id !== builtBy && it.sources.some((source) => coordinateKey(source) === coordinateKey(dataset)),
	);

/** The newest preview that gave rows of what is saved now, whether it was saved before it ran or after. */
export const previewOf = (spec: BuildSpec, runs: readonly BuildRun[]): BuildRun | null =>
	runs.find((it) => it.kind === 'preview' && it.state === 'succeeded' && !isChanged(it.definition, spec)) ?? null;

/** Whether a payload names a repository to run, in which case it may write more datasets than its destination. */
export function isGitPipeline(payload: string): boolean {
	try {
		const parsed: unknown = JSON.parse(payload);
		return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).join() === 'gitPipeline';
	} catch {
		return false;
	}
}
