import type { SqlKnowledge } from './sql/knowledge.ts';

/**
 * 1-based lines and columns in UTF-16 code units. Without a column, the marker covers the line; without an end, the
 * word at its position.
 */
export interface EditorMarker {
	readonly severity: 'error' | 'warning' | 'info';
	readonly message: string;
	readonly line: number;
	readonly column: number | null;
	readonly endLine?: number;
	readonly endColumn?: number;
	readonly fixes?: readonly EditorFix[];
}

/** A fix the user may choose: replacement text for the marker, or an action elsewhere. */
export interface EditorFix {
	/** Verb + object: "Change to avg". */
	readonly title: string;
	readonly replacement?: string;
	readonly act?: () => void;
}

export interface EditorAction {
	readonly id: string;
	readonly label: string;
	readonly keys: string | undefined;
	readonly run: () => void;
}

/** Commands of an editor. Most of them focus it. */
export interface EditorCommands {
	/** Formats the selection or everything. Returns why nothing changed, or null. */
	readonly format: () => Promise<string | null>;
	readonly find: () => void;
	readonly comment: () => void;
	/** The selected text, or empty. */
	readonly selected: () => string;
	/** Cursor offset in UTF-16 units. Doesn't move the focus. */
	readonly cursor: () => number;
	readonly focus: () => void;
	/** All of the editor's own actions, with shortcuts. */
	readonly all: () => readonly EditorAction[];
	readonly applyFix: (marker: EditorMarker, fix: EditorFix) => void;
}

export const editorLanguages = ['sql', 'json', 'python', 'plaintext'] as const;
export type EditorLanguage = (typeof editorLanguages)[number];

/** A position to show. A new object moves the cursor there, even to the same position. */
export interface EditorLocation {
	readonly line: number;
	readonly column: number;
}

/** Text to insert at the cursor. A new object inserts it, even if it's the same text. */
export interface EditorInsertion {
	readonly text: string;
}

export interface CodeEditorProps {
	/** The text. The editor keeps its own copy and undo history; a different value replaces the text as one undo step. */
	readonly value: string;
	readonly onChange?: (value: string) => void;
	readonly language: EditorLanguage;
	readonly markers?: readonly EditorMarker[];
	readonly readOnly?: boolean;
	readonly ariaLabel: string;
	/** Ctrl/Cmd+Enter. */
	readonly onSubmit?: () => void;
	/** Ctrl/Cmd+Shift+Enter, with the selected text. */
	readonly onSubmitSelection?: (text: string) => void;
	/** Shift+Alt+F was pressed. By default it just formats. Receives why nothing changed, or null. */
	readonly onFormatted?: (problem: string | null) => void;
	/** Called with the editor's commands once it's ready, and with null when it's gone. */
	readonly onCommands?: (commands: EditorCommands | null) => void;
	readonly knowledge?: SqlKnowledge;
	/** Ctrl/Cmd+S. */
	readonly onSave?: () => void;
	/** Text before each line number, or null. */
	readonly gutter?: readonly string[] | null;
	readonly revealAt?: EditorLocation | null;
	readonly insertion?: EditorInsertion | null;
}
