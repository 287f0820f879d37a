import type { RunError } from '#contract/build-run.ts';
import type { Diagnostic } from '#contract/build-spec.ts';
import { hasPosition } from '#lib/text/has-position.ts';
import { listText } from '#lib/text/list-text.ts';
import type { EditorMarker } from '../../ui/editor/types.ts';

export const fromDiagnostic = (item: Diagnostic): EditorMarker => ({
	severity: item.severity,
	message: `${item.message}${suggest(item.message, item.suggestions)}`,
	line: item.line,
	column: item.column,
	endLine: item.endLine,
	endColumn: item.endColumn,
	fixes: item.suggestions.slice(0, 5).map((name) => ({ title: `Change to ${name}`, replacement: name })),
});

/** The location of a run's error, or null if the engine gave none. */
export const fromRunError = (error: Pick<RunError, 'message' | 'line' | 'column'>): EditorMarker | null =>
	error.line === null ? null : { severity: 'error', message: error.message, line: error.line, column: error.column };

/** Merges both, without duplicates. */
export function joinMarkers(checked: readonly EditorMarker[], run: EditorMarker | null): EditorMarker[] {
	const known = run !== null && checked.some((marker) => marker.line === run.line && marker.severity === 'error');
	return run === null || known ? [...checked] : [...checked, run];
}

/** "line 4, column 9"; null if the position is unknown. */
export function describeLocation(of: Omit<EditorMarker, 'severity' | 'message' | 'fixes'>): string | null {
	if (!hasPosition(of)) return null;
	return of.column === null ? `line ${of.line}` : `line ${of.line}, column ${of.column}`;
}

function suggest(message: string, suggestions: readonly string[]): string {
	// The engine's message often includes the suggestion.
	const fresh = suggestions.filter((suggestion) => !message.includes(suggestion));
	return fresh.length === 0 ? '' : ` Did you mean ${listText(fresh.slice(0, 3), 'or')}?`;
}
