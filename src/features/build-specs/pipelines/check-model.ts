import type { PipelineCheck, PipelineDiagnostic } from '#contract/pipeline.ts';
import { countOf } from '../../../lib/format.ts';
import type { EditorMarker } from '../../../ui/editor/types.ts';
import { describeLocation, fromDiagnostic } from '../markers.ts';

interface Summary {
	readonly tone: 'success' | 'warning' | 'error';
	readonly label: string;
}

/** "Valid: 2 steps, 4 outputs", "2 errors". Neither if the engine was unavailable. */
export function checkSummary({ steps, outputs, diagnostics }: PipelineCheck): Summary {
	const errors = errorsIn(diagnostics).length;
	if (errors > 0) return { tone: 'error', label: countOf(errors, 'error') };
	if (steps.some(({ state }) => state !== 'valid')) return { tone: 'warning', label: 'Some steps not validated' };
	const label = `Valid: ${countOf(steps.length, 'step')}, ${countOf(outputs.length, 'output')}`;
	return { tone: 'success', label };
}

export const errorsIn = (diagnostics: readonly PipelineDiagnostic[]): readonly PipelineDiagnostic[] =>
	diagnostics.filter(({ severity }) => severity === 'error');

/** Errors first. */
export const problemsOf = ({ diagnostics }: PipelineCheck): readonly PipelineDiagnostic[] => [
	...errorsIn(diagnostics),
	...diagnostics.filter(({ severity }) => severity !== 'error'),
];

/** "steps/delays.sql, line 2, column 9". Without a file, the problem is in the payload. */
export const placeLabel = ({ file = 'payload', ...place }: PipelineDiagnostic): string =>
	[file, describeLocation(place) ?? []].flat().join(', ');

export const messageOf = (problem: PipelineDiagnostic): string => fromDiagnostic(problem).message;

/** Repositories are read-only here, so there are no fixes. */
export const markersIn = (check: PipelineCheck, path: string): readonly EditorMarker[] =>
	check.diagnostics.filter(({ file }) => file === path).map((problem) => ({ ...fromDiagnostic(problem), fixes: [] }));
