import type { editor, IDisposable, IKeyboardEvent } from 'monaco-editor/editor';
import { commandsOf } from './editor-commands.ts';
import type { Monaco } from './monaco-type.ts';
import { attachKnowledge, attachMarkers } from './sql/attached.ts';
import type { SqlKnowledge } from './sql/knowledge.ts';
import type { EditorCommands, EditorLanguage, EditorMarker, EditorPlace } from './types.ts';

export interface EditorHandle {
	readonly setText: (text: string) => void;
	readonly setLanguage: (language: EditorLanguage) => void;
	readonly setMarkers: (markers: readonly EditorMarker[]) => void;
	readonly setReadOnly: (readOnly: boolean) => void;
	readonly reveal: (place: EditorPlace) => void;
	/** Writes at the cursor, over what is selected, as if it were typed. */
	readonly insert: (text: string) => void;
	readonly commands: EditorCommands;
	readonly dispose: () => void;
}

export interface EditorSetUp {
	readonly text: string;
	readonly language: EditorLanguage;
	readonly readOnly: boolean;
	readonly ariaLabel: string;
	/** Where the person was in the plain text field, as offsets, when it had the focus. */
	readonly selection: { readonly start: number; readonly end: number } | null;
	/** Called for what the person types, not for `setText`; before the next event is handled. */
	readonly onChange: (text: string) => void;
	readonly onSubmit: () => void;
	readonly onSave: () => void;
	readonly onSubmitSelection: (text: string) => void;
	readonly onFormatted: (problem: string | null) => void;
	/** What is known of the data at the moment that it is called; null: nothing. */
	readonly knowledge: () => SqlKnowledge | null;
}

/** Puts a Monaco editor into an element. Line height and size are those of the plain field before it, so nothing jumps. */
export function createEditor(monaco: Monaco, element: HTMLElement, setUp: EditorSetUp): EditorHandle {
	const model = monaco.editor.createModel(setUp.text, setUp.language);
	const instance = monaco.editor.create(element, {
		...options,
		model,
		readOnly: setUp.readOnly,
		ariaLabel: setUp.ariaLabel,
		...suggestingIn(setUp.language),
	});
	attachKnowledge(model, setUp.knowledge);
	const commands = commandsOf(monaco, instance, model);
	// What is put in from outside is known there.
	let replacing = false;
	let changed = false;
	const tellChange = () => {
		if (!changed) return;
		changed = false;
		setUp.onChange(model.getValue());
	};
	const disposables: IDisposable[] = [
		// One event of a browser, as of a text that is put in, can be hundreds of changes: they are told as one, after it.
		model.onDidChangeContent(() => {
			if (replacing || changed) return;
			changed = true;
			queueMicrotask(tellChange);
		}),
		...tabAfterUse(instance, element),
		instance.onKeyDown((event) => {
			const action = actionOf(event, setUp, commands);
			if (action === null) return;
			event.preventDefault();
			event.stopPropagation();
			action();
		}),
	];
	if (setUp.selection !== null) {
		const from = model.getPositionAt(setUp.selection.start);
		const to = model.getPositionAt(setUp.selection.end);
		instance.setSelection(monaco.Range.fromPositions(from, to));
		instance.focus();
	}
	return {
		setText: (text) => {
			replacing = true;
			replaceText(instance, model, text);
			replacing = false;
		},
		setLanguage: (language) => {
			monaco.editor.setModelLanguage(model, language);
			instance.updateOptions(suggestingIn(language));
		},
		setMarkers: (markers) => {
			const placed = markers.map((marker) => ({ marker, place: toMarkerData(monaco, model, marker) }));
			attachMarkers(model, placed);
			monaco.editor.setModelMarkers(
				model,
				'console',
				placed.map((it) => it.place),
			);
		},
		setReadOnly: (readOnly) => instance.updateOptions({ readOnly }),
		reveal: ({ line, column }) => {
			instance.setPosition({ lineNumber: line, column });
			instance.revealPositionInCenterIfOutsideViewport({ lineNumber: line, column });
			instance.focus();
		},
		insert: (text) => {
			instance.pushUndoStop();
			const edits = (instance.getSelections() ?? []).map((range) => ({ range, text, forceMoveMarkers: true }));
			instance.executeEdits('insertion', edits);
			instance.pushUndoStop();
			instance.focus();
		},
		commands,
		dispose: () => {
			tellChange();
			for (const it of disposables) it.dispose();
			instance.dispose();
			model.dispose();
		},
	};
}

const options: editor.IStandaloneEditorConstructionOptions = {
	automaticLayout: true,
	fontFamily: 'var(--mono)',
	fontSize: 13,
	lineHeight: 20,
	minimap: { enabled: false },
	scrollBeyondLastLine: false,
	padding: { top: 8, bottom: 8 },
	lineNumbersMinChars: 3,
	lineDecorationsWidth: 12,
	glyphMargin: false,
	folding: false,
	renderLineHighlight: 'line',
	overviewRulerLanes: 0,
	tabSize: 2,
	insertSpaces: true,
	wordWrap: 'on',
	fixedOverflowWidgets: true,
	unicodeHighlight: { ambiguousCharacters: false },
	// names come from what is known of the data, not from the text
	wordBasedSuggestions: 'off',
	// what is written out in full already is not in the way of a new line
	acceptSuggestionOnEnter: 'smart',
	suggest: { showStatusBar: false, preview: false },
	parameterHints: { enabled: true, cycle: true },
	lightbulb: { enabled: 'onCode' as editor.ShowLightbulbIconMode },
	// The number of the last, empty line as legible as the others.
	renderFinalNewline: 'on',
	guides: { indentation: false },
	scrollbar: { alwaysConsumeMouseWheel: false },
};

/** Only SQL has something to offer by itself. */
const suggestingIn = (language: EditorLanguage): editor.IEditorOptions => ({
	quickSuggestions: language === 'sql' ? { other: true, comments: false, strings: false } : false,
});

/**
 * Tab moves the focus until the text is changed, and after Escape: passing through, by a click or by Tab, changes nothing.
 * Another window that comes and goes is no leaving.
 */
function tabAfterUse(instance: editor.IStandaloneCodeEditor, element: HTMLElement): IDisposable[] {
	let moves = false;
	const setTabMoves = (tabFocusMode: boolean) => {
		if (moves !== tabFocusMode) instance.updateOptions({ tabFocusMode });
		moves = tabFocusMode;
	};
	const onFocusOut = ({ target }: FocusEvent) => document.activeElement !== target && setTabMoves(true);
	element.addEventListener('focusout', onFocusOut);
	setTabMoves(true);
	return [
		instance.onDidChangeModelContent(() => instance.hasWidgetFocus() && setTabMoves(false)),
		instance.onKeyDown(({ browserEvent: { key } }) => key === 'Escape' && setTabMoves(true)),
		{ dispose: () => element.removeEventListener('focusout', onFocusOut) },
	];
}

/** What a key does here beyond Monaco's own. */
function actionOf(
	event: Pick<IKeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'code'>,
	setUp: EditorSetUp,
	commands: EditorCommands,
): (() => void) | null {
	const command = event.ctrlKey || event.metaKey;
	if (event.shiftKey && event.altKey && !command && event.code === 'KeyF') {
		return () => void commands.format().then(setUp.onFormatted);
	}
	if (!command || event.altKey) return null;
	if (event.shiftKey) return event.code === 'Enter' ? () => setUp.onSubmitSelection(commands.selected()) : null;
	return event.code === 'Enter' ? setUp.onSubmit : event.code === 'KeyS' ? setUp.onSave : null;
}

function replaceText(instance: editor.IStandaloneCodeEditor, model: editor.ITextModel, text: string): void {
	// Monaco keeps one kind of line end; a text of mixed ones must not count as changed before somebody types.
	if (unixLines(model.getValue()) === unixLines(text)) return;
	model.pushStackElement();
	model.pushEditOperations(instance.getSelections(), [{ range: model.getFullModelRange(), text }], () => null);
	model.pushStackElement();
}

const unixLines = (text: string): string => text.replaceAll('\r\n', '\n');

/** A place that the text no longer has is moved to its end. */
function toMarkerData(monaco: Monaco, model: editor.ITextModel, marker: EditorMarker): editor.IMarkerData {
	const line = Math.min(Math.max(marker.line, 1), model.getLineCount());
	const lineEnd = model.getLineMaxColumn(line);
	const column = Math.min(marker.column ?? model.getLineFirstNonWhitespaceColumn(line), lineEnd);
	const word = marker.column === null ? null : model.getWordAtPosition({ lineNumber: line, column });
	const startColumn = Math.max(1, column === lineEnd ? lineEnd - 1 : column);
	return {
		severity: {
			error: monaco.MarkerSeverity.Error,
			warning: monaco.MarkerSeverity.Warning,
			info: monaco.MarkerSeverity.Info,
		}[marker.severity],
		message: marker.message,
		startLineNumber: line,
		startColumn,
		endLineNumber: marker.endLine ?? line,
		endColumn: marker.endColumn ?? word?.endColumn ?? (marker.column === null ? lineEnd : startColumn + 1),
	};
}
