import type { SqlKnowledge } from './sql/knowledge.ts';

/** Lines and columns count from 1, in UTF-16 code units. Without a column the marker covers the line; without an end, the word at its position. */
export interface EditorMarker {
	readonly severity: 'error' | 'warning' | 'info';
	readonly message: string;
	readonly line: number;
	readonly column: number | null;
	readonly endLine?: number;
	readonly endColumn?: number;
	readonly fixes?: readonly EditorFix[];
}

/** A change that a person may choose: another text in the place of what is marked, or something beyond the text. */
export interface EditorFix {
	/** Verb and object: "Change to avg". */
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

/** What can be asked of an editor from outside of it. All of it takes the editor's focus. */
export interface EditorCommands {
	/** Lays out what is selected, or everything. Answers why nothing was changed, or null. */
	readonly format: () => Promise<string | null>;
	readonly find: () => void;
	readonly comment: () => void;
	/** What is selected; empty: nothing is. */
	readonly selected: () => string;
	/** Where the cursor is, as an offset in UTF-16 units. Leaves the focus alone. */
	readonly cursor: () => number;
	/** Moves the focus into the code. */
	readonly focus: () => void;
	/** All that the editor itself can do, with its keys. */
	readonly all: () => readonly EditorAction[];
	readonly applyFix: (marker: EditorMarker, fix: EditorFix) => void;
}

export const editorLanguages = ['sql', 'json', 'python', 'plaintext'] as const;
export type EditorLanguage = (typeof editorLanguages)[number];

/** A position to show. A new object moves the cursor there, also when it names the same position again. */
export interface EditorLocation {
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
	/** Ctrl/Cmd+Shift+Enter, with what is selected. */
	readonly onSubmitSelection?: (text: string) => void;
	/** Shift+Alt+F was pressed; by default it only lays the text out. Passes why nothing was changed, or null. */
	readonly onFormatted?: (problem: string | null) => void;
	/** Is called with what can be asked of the editor when it is there, and with null when it goes. */
	readonly onCommands?: (commands: EditorCommands | null) => void;
	readonly knowledge?: SqlKnowledge;
	/** Ctrl/Cmd+S. */
	readonly onSave?: () => void;
	/** What stands before the number of each line; null for nothing. */
	readonly gutter?: readonly string[] | null;
	readonly revealAt?: EditorLocation | null;
	readonly insertion?: EditorInsertion | null;
}
