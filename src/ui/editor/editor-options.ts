import type * as monaco from 'monaco-editor/editor';

/** Monaco as it is loaded, for those that are loaded with it. */
export type Monaco = typeof monaco;

/** Options of every editor. Size and line height are those of the plain texts before it, so nothing jumps. */
export const commonOptions: monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions = {
	automaticLayout: true,
	fontFamily: 'var(--mono)',
	fontSize: 13,
	lineHeight: 18,
	minimap: { enabled: false },
	scrollBeyondLastLine: false,
	lineNumbersMinChars: 3,
	glyphMargin: false,
	folding: false,
	overviewRulerLanes: 0,
	wordWrap: 'on',
	fixedOverflowWidgets: true,
	unicodeHighlight: { ambiguousCharacters: false },
	// The number of the last, empty line as legible as the others.
	renderFinalNewline: 'on',
	scrollbar: { alwaysConsumeMouseWheel: false },
};
