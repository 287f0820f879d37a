import type * as monaco from 'monaco-editor/editor';

/** The loaded Monaco module, for code loaded with it. */
export type Monaco = typeof monaco;

/** Options for all editors. Font size and line height equal those of the plain text shown before, so nothing jumps. */
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
	// Makes the last, empty line's number as legible as the others.
	renderFinalNewline: 'on',
	scrollbar: { alwaysConsumeMouseWheel: false },
};
