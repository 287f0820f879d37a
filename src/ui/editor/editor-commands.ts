import type { editor } from 'monaco-editor/editor';
import type { Monaco } from './editor-options.ts';
import { knowledgeOf, rangeOf, sqlOf } from './model-knowledge.ts';
import { replacing } from './sql/fixes.ts';
import type { EditorCommands } from './types.ts';

export function commandsOf(
	monaco: Monaco,
	instance: editor.IStandaloneCodeEditor,
	model: editor.ITextModel,
): EditorCommands {
	const run = (action: string) => {
		instance.focus();
		void instance.getAction(action)?.run();
	};
	return {
		format: () => format(monaco, instance, model),
		find: () => run('actions.find'),
		comment: () => run('editor.action.commentLine'),
		focus: () => instance.focus(),
		all: () =>
			[...instance.getSupportedActions()]
				.filter(({ label }) => label !== '')
				.map(({ id, label }) => ({ id, label, keys: keysOf(instance, id), run: () => run(id) })),
		selected: () => {
			const selection = instance.getSelection();
			return selection === null ? '' : model.getValueInRange(selection);
		},
		cursor: () => {
			const position = instance.getPosition();
			// Monaco counts with one kind of line ending, as does the text passed out.
			return position === null ? 0 : model.getOffsetAt(position);
		},
		applyFix: (marker, fix) => {
			instance.focus();
			fix.act?.();
			if (fix.replacement === undefined || marker.column === null) return;
			const start = model.getOffsetAt({ lineNumber: marker.line, column: marker.column });
			const end = model.getOffsetAt({
				lineNumber: marker.endLine ?? marker.line,
				column: marker.endColumn ?? marker.column,
			});
			const change = replacing(sqlOf(model), start, end, fix.replacement);
			const range = rangeOf(monaco, model, change);
			instance.pushUndoStop();
			instance.executeEdits('fix', [{ range, text: change.text, forceMoveMarkers: true }]);
			instance.pushUndoStop();
		},
	};
}

/** Formats the selection or everything as one undo step. Returns why nothing changed, or null. */
async function format(
	monaco: Monaco,
	instance: editor.IStandaloneCodeEditor,
	model: editor.ITextModel,
): Promise<string | null> {
	instance.focus();
	if (model.getLanguageId() === 'json') {
		await instance.getAction('editor.action.formatDocument')?.run();
		return null;
	}
	if (model.getLanguageId() !== 'sql') return 'Only SQL and JSON can be formatted.';
	const version = model.getVersionId();
	const { formatSql, offsetAfter } = await import('./sql/format.ts');
	// The user has typed since then.
	if (model.isDisposed() || model.getVersionId() !== version || instance.getModel() !== model) return null;
	const selection = instance.getSelection();
	const isPart = selection !== null && !selection.isEmpty();
	const range = isPart ? selection : model.getFullModelRange();
	const before = model.getValueInRange(range);
	const indent = isPart ? ' '.repeat(range.startColumn - 1) : '';
	const formatted = formatSql(before, indent, knowledgeOf(model).dialect);
	if (formatted.text === null) return formatted.problem;
	const { text } = formatted;
	if (text === before) return null;
	const cursor = model.getOffsetAt(instance.getPosition() ?? range.getStartPosition());
	const from = model.getOffsetAt(range.getStartPosition());
	instance.pushUndoStop();
	instance.executeEdits('format', [{ range, text }]);
	instance.pushUndoStop();
	if (isPart) {
		const end = model.getPositionAt(from + text.length);
		instance.setSelection(monaco.Range.fromPositions(range.getStartPosition(), end));
	} else {
		instance.setPosition(model.getPositionAt(offsetAfter(before, text, cursor)));
	}
	return null;
}

/** An action's shortcut as Monaco displays it, which is only available through an unexported service. */
function keysOf(instance: editor.IStandaloneCodeEditor, action: string): string | undefined {
	const { _standaloneKeybindingService: keys } = instance as unknown as {
		readonly _standaloneKeybindingService?: {
			readonly lookupKeybinding?: (id: string) => { readonly getLabel: () => string | null } | undefined;
		};
	};
	return keys?.lookupKeybinding?.(action)?.getLabel()?.replaceAll('+', ' ') ?? undefined;
}
