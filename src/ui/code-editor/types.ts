/** Lines and columns count from 1, in UTF-16 code units. Without a column the marker covers the line; without an end, the word at its place. */
export interface EditorMarker {
	readonly severity: 'error' | 'warning' | 'info';
	readonly message: string;
	readonly line: number;
	readonly column: number | null;
	readonly endLine?: number;
	readonly endColumn?: number;
}

export const editorLanguages = ['sql', 'json', 'python', 'plaintext'] as const;
export type EditorLanguage = (typeof editorLanguages)[number];

/** A place to show. A new object moves the cursor there, also when it names the same place again. */
export interface EditorPlace {
	readonly line: number;
	readonly column: number;
}

/** A text to write at the cursor. A new object writes, also when it says the same again. */
export interface EditorInsertion {
	readonly text: string;
}

export interface CodeEditorProps {
	/** The text. The editor keeps its own copy and its undo history; a value that differs from it replaces the text as one undoable step. */
	readonly value: string;
	readonly onChange?: (value: string) => void;
	readonly language: EditorLanguage;
	readonly markers?: readonly EditorMarker[];
	readonly readOnly?: boolean;
	readonly ariaLabel: string;
	/** Ctrl/Cmd+Enter. */
	readonly onSubmit?: () => void;
	/** Ctrl/Cmd+S. */
	readonly onSave?: () => void;
	readonly revealAt?: EditorPlace | null;
	readonly insertion?: EditorInsertion | null;
	readonly autoFocus?: boolean;
}
