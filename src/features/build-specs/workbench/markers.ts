import type { RunError } from '#contract/build-run.ts';
import type { Diagnostic } from '#contract/build-spec.ts';
import type { EditorMarker } from '../../../ui/editor/types.ts';

/** A diagnostic as a marker, its suggestions in words. */
export const fromDiagnostic = (it: Diagnostic): EditorMarker => ({
	severity: it.severity,
	message: `${it.message}${suggest(it.message, it.suggestions)}`,
	line: it.line,
	column: it.column,
	endLine: it.endLine,
	endColumn: it.endColumn,
	fixes: it.suggestions.slice(0, 5).map((name) => ({ title: `Change to ${name}`, replacement: name })),
});

/** The place of a run's error, or null where the engine named none. */
export const fromRunError = (error: Pick<RunError, 'message' | 'line' | 'column'>): EditorMarker | null =>
	error.line === null ? null : { severity: 'error', message: error.message, line: error.line, column: error.column };

/** Both together; what the check and the run say alike is said once. */
export function joinMarkers(checked: readonly EditorMarker[], run: EditorMarker | null): EditorMarker[] {
	const known = run !== null && checked.some((it) => it.line === run.line && it.severity === 'error');
	return run === null || known ? [...checked] : [...checked, run];
}

/** "line 4, column 9". */
export const placeInWords = (it: Pick<EditorMarker, 'line' | 'column'>): string =>
	it.column === null ? `line ${it.line}` : `line ${it.line}, column ${it.column}`;

function suggest(message: string, suggestions: readonly string[]): string {
	// The engine's own words often hold the suggestion already.
	const fresh = suggestions.filter((it) => !message.includes(it));
	return fresh.length === 0 ? '' : ` Did you mean ${fresh.slice(0, 3).join(', ')}?`;
}
