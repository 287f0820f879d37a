import type { editor, IDisposable, IKeyboardEvent } from 'monaco-editor/editor';
import { flushSync } from 'react-dom';
import { hasPosition } from '#lib/text/has-position.ts';
import { keyName } from '../../lib/browser/keys.ts';
import { commandsOf } from './editor-commands.ts';
import { commonOptions, type Monaco } from './editor-options.ts';
import { attachKnowledge, attachMarkers, rangeOf } from './model-knowledge.ts';
import type { CodeEditorProps, EditorCommands, EditorLanguage, EditorLocation, EditorMarker } from './types.ts';

export type EditorHandle = ReturnType<typeof createEditor>;

/**
 * Creates a Monaco editor in an element.
 * @param props returns the current props
 * @param selection offsets in the plain text field, if it had the focus
 */
export function createEditor(
	monaco: Monaco,
	element: HTMLElement,
	props: () => CodeEditorProps,
	selection: { readonly start: number; readonly end: number } | null,
) {
	const { value, language, readOnly = false, ariaLabel } = props();
	const model = monaco.editor.createModel(value, language);
	const instance = monaco.editor.create(element, {
		...options,
		model,
		readOnly,
		ariaLabel: `${ariaLabel}. ${keyboardHelp(props())}`,
		...suggestingIn(language),
	});
	attachKnowledge(model, () => props().knowledge ?? null);
	const commands = commandsOf(monaco, instance, model);
	let replacing = false;
	let changed = false;
	const reportChange = () => {
		if (!changed) return;
		changed = false;
		// Rendered before the next key, so that a command right after it uses this text.
		flushSync(() => props().onChange?.(model.getValue()));
	};
	const disposables: IDisposable[] = [
		// One browser event, such as a paste, can cause hundreds of changes; they're reported once, afterwards.
		model.onDidChangeContent(() => {
			if (replacing || changed) return;
			changed = true;
			queueMicrotask(reportChange);
		}),
		...tabAfterUse(instance, element),
		instance.onKeyDown((event) => {
			const action = actionOf(event, props(), commands);
			if (action === null) return;
			event.preventDefault();
			event.stopPropagation();
			action();
		}),
	];
	if (selection !== null) {
		instance.setSelection(rangeOf(monaco, model, selection));
		instance.focus();
	}
	// Otherwise Monaco draws a frame later, and the code disappears for the frame in between.
	instance.render(true);
	return {
		setText: (text: string) => {
			replacing = true;
			replaceText(instance, model, text);
			replacing = false;
		},
		setLanguage: (language: EditorLanguage) => {
			monaco.editor.setModelLanguage(model, language);
			instance.updateOptions(suggestingIn(language));
		},
		setMarkers: (all: readonly EditorMarker[]) => {
			const markers = all.filter(hasPosition);
			const data = markers.map((marker) => toMarkerData(monaco, model, marker));
			attachMarkers(
				model,
				markers.map((marker, index) => ({ marker, range: data[index] as editor.IMarkerData })),
			);
			monaco.editor.setModelMarkers(model, 'console', data);
		},
		setGutter: (gutter: readonly string[] | null) =>
			instance.updateOptions(
				gutter === null
					? { lineNumbers: 'on', lineNumbersMinChars: commonOptions.lineNumbersMinChars ?? 3 }
					: {
							lineNumbers: (line) => `${gutter[line - 1] ?? ''}\u00a0${String(line).padStart(3, '\u00a0')}`,
							lineNumbersMinChars: 5 + (gutter[0]?.length ?? 0),
						},
			),
		setReadOnly: (readOnly: boolean) => instance.updateOptions({ readOnly }),
		reveal: ({ line, column }: EditorLocation) => {
			instance.setPosition({ lineNumber: line, column });
			instance.revealPositionInCenterIfOutsideViewport({ lineNumber: line, column });
			instance.focus();
		},
		/** Inserts at the cursor, replacing the selection, as if typed. */
		insert: (text: string) => {
			instance.pushUndoStop();
			const edits = (instance.getSelections() ?? []).map((range) => ({ range, text, forceMoveMarkers: true }));
			instance.executeEdits('insertion', edits);
			instance.pushUndoStop();
			instance.focus();
		},
		commands,
		dispose: () => {
			reportChange();
			for (const disposable of disposables) disposable.dispose();
			instance.dispose();
			model.dispose();
		},
	};
}

const options: editor.IStandaloneEditorConstructionOptions = {
	...commonOptions,
	padding: { top: 4, bottom: 4 },
	lineDecorationsWidth: 12,
	renderLineHighlight: 'line',
	tabSize: 2,
	insertSpaces: true,
	// Names come from the data, not from the text.
	wordBasedSuggestions: 'off',
	// Enter adds a line if the suggestion is already typed out.
	acceptSuggestionOnEnter: 'smart',
	suggest: { showStatusBar: false, preview: false },
	parameterHints: { enabled: true, cycle: true },
	lightbulb: { enabled: 'onCode' as editor.ShowLightbulbIconMode },
	guides: { indentation: false },
	// Also marks problems in read-only text.
	renderValidationDecorations: 'on',
};

/** Explains the keys to screen reader users. */
function keyboardHelp({ onSubmit, onSubmitSelection, onSave }: CodeEditorProps): string {
	const commands = [
		onSubmit && `${keyName('Enter')} previews`,
		onSubmitSelection && `${keyName('Shift Enter')} previews the selection`,
		onSave && `${keyName('S')} saves`,
	]
		.filter(Boolean)
		.join(', ');
	return `Until you type, Tab moves focus. After that, Tab indents. To leave the editor, press Escape, then Tab. Control M (Control Shift M on a Mac) toggles whether Tab moves focus. ${commands === '' ? '' : `${commands}.`}`.trim();
}

const suggestingIn = (language: EditorLanguage): editor.IEditorOptions => ({
	quickSuggestions: language === 'sql' ? { other: true, comments: false, strings: false } : false,
});

/** Tab moves the focus until the text changes, and after Escape. Switching windows doesn't count as leaving. */
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

function actionOf(
	event: Pick<IKeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'code'>,
	{ onSubmit, onSubmitSelection, onSave, onFormatted }: CodeEditorProps,
	commands: EditorCommands,
): (() => void) | null {
	const command = event.ctrlKey || event.metaKey;
	if (event.shiftKey && event.altKey && !command && event.code === 'KeyF') {
		return () => void commands.format().then(onFormatted);
	}
	if (!command || event.altKey) return null;
	if (event.shiftKey) return event.code === 'Enter' ? () => onSubmitSelection?.(commands.selected()) : null;
	return event.code === 'Enter' ? () => onSubmit?.() : event.code === 'KeyS' ? () => onSave?.() : null;
}

function replaceText(instance: editor.IStandaloneCodeEditor, model: editor.ITextModel, text: string): void {
	// Monaco normalizes line endings, which must not count as a change.
	if (unixLines(model.getValue()) === unixLines(text)) return;
	model.pushStackElement();
	model.pushEditOperations(instance.getSelections(), [{ range: model.getFullModelRange(), text }], () => null);
	model.pushStackElement();
}

const unixLines = (text: string): string => text.replaceAll('\r\n', '\n');

/** A position beyond the text is moved to its end. */
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
