import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isMissingChunk } from '../../lib/missing-chunk.ts';
import { noteMissingPart } from '../missing-parts.ts';
import classes from './code-editor.module.css';
import type { EditorHandle } from './create-editor.ts';
import { type Loaded, loadEditor } from './load-monaco.ts';
import type { CodeEditorProps, EditorInsertion, EditorMarker } from './types.ts';

const noMarkers: readonly EditorMarker[] = [];

/**
 * A code editor. Until Monaco is there, and where it cannot be loaded, a plain text field of the same measure takes its
 * place; what is typed and selected in it is taken over.
 */
export function CodeEditor(props: CodeEditorProps) {
	const {
		value,
		language,
		markers = noMarkers,
		readOnly = false,
		ariaLabel,
		revealAt = null,
		insertion = null,
	} = props;
	const host = useRef<HTMLDivElement>(null);
	const plain = useRef<HTMLTextAreaElement>(null);
	const latest = useLatest(props);
	const handle = useRef<EditorHandle | null>(null);
	const loaded = useEditor();
	const monaco = loaded?.monaco ?? null;
	const scheme = useComputedColorScheme('light');
	const helpId = useId();

	useLayoutEffect(() => {
		if (loaded === null || host.current === null) return;
		const field = plain.current;
		const focused = field !== null && document.activeElement === field;
		const { value: text, language: first, readOnly: locked = false, ariaLabel: label } = latest.current;
		handle.current = loaded.createEditor(loaded.monaco, host.current, {
			text,
			language: first,
			readOnly: locked,
			ariaLabel: `${label}. ${keyboardHelp(latest.current)}`,
			selection: focused ? { start: field.selectionStart, end: field.selectionEnd } : null,
			// Drawn before the next key is read: a command that follows at once acts on this text, not on the one before.
			onChange: (next) => flushSync(() => latest.current.onChange?.(next)),
			onSubmit: () => latest.current.onSubmit?.(),
			onSave: () => latest.current.onSave?.(),
			onSubmitSelection: (selected) => latest.current.onSubmitSelection?.(selected),
			onFormatted: (problem) => latest.current.onFormatted?.(problem),
			knowledge: () => latest.current.knowledge ?? null,
		});
		latest.current.onCommands?.(handle.current.commands);
		return () => {
			latest.current.onCommands?.(null);
			handle.current?.dispose();
			handle.current = null;
		};
	}, [loaded, latest]);

	useEffect(() => monaco?.editor.setTheme(scheme === 'dark' ? 'console-dark' : 'console-light'), [monaco, scheme]);
	// Declared after the effect that makes the editor, so that each finds it: React runs effects in order.
	useLayoutEffect(() => (monaco === null ? undefined : handle.current?.setText(value)), [monaco, value]);
	useEffect(() => (monaco === null ? undefined : handle.current?.setLanguage(language)), [monaco, language]);
	useEffect(() => (monaco === null ? undefined : handle.current?.setMarkers(markers)), [monaco, markers]);
	useEffect(() => (monaco === null ? undefined : handle.current?.setReadOnly(readOnly)), [monaco, readOnly]);
	useEffect(() => {
		if (revealAt === null) return;
		if (monaco !== null) handle.current?.reveal(revealAt);
		else plain.current?.focus();
	}, [monaco, revealAt]);
	const written = useRef<EditorInsertion | null>(insertion);
	useEffect(() => {
		if (insertion === null || written.current === insertion) return;
		written.current = insertion;
		if (handle.current !== null) return handle.current.insert(insertion.text);
		const field = plain.current;
		if (field === null) return;
		field.focus();
		field.setRangeText(insertion.text, field.selectionStart, field.selectionEnd, 'end');
		latest.current.onChange?.(field.value);
	}, [insertion, latest]);

	return (
		<div className={classes.frame}>
			{monaco === null && (
				<>
					<textarea
						ref={plain}
						className={classes.plain}
						aria-label={ariaLabel}
						aria-describedby={helpId}
						spellCheck={false}
						autoCapitalize="off"
						autoCorrect="off"
						readOnly={readOnly}
						value={value}
						onChange={(event) => props.onChange?.(event.currentTarget.value)}
						onKeyDown={(event) => {
							if (!event.ctrlKey && !event.metaKey) return;
							const action = event.key === 'Enter' ? props.onSubmit : event.key === 's' ? props.onSave : undefined;
							if (action === undefined) return;
							event.preventDefault();
							event.stopPropagation();
							action();
						}}
					/>
					<span id={helpId} className={classes.hidden}>
						The full editor is loading.
					</span>
				</>
			)}
			{/* Monaco's class gives its colours to the menus that it puts beside the editor. */}
			<div ref={host} className={`monaco-component ${classes.host}`} hidden={monaco === null} />
		</div>
	);
}

/** What the keys do here, for those who cannot see it. */
function keyboardHelp({ onSubmit, onSubmitSelection, onSave }: CodeEditorProps): string {
	const commands = [
		onSubmit && 'Control Enter previews',
		onSubmitSelection && 'Control Shift Enter previews what is selected',
		onSave && 'Control S saves',
	]
		.filter(Boolean)
		.join(', ');
	return `Tab indents once you start editing. Press Escape, then Tab, to leave the editor; Control M makes Tab always move the focus. ${commands === '' ? '' : `${commands}.`}`.trim();
}

/** Monaco, or null until it is there. Where it cannot be loaded the plain field stays, which is a working editor too. */
function useEditor(): Loaded | null {
	const [loaded, setLoaded] = useState<Loaded | null>(null);
	useEffect(() => {
		let current = true;
		loadEditor().then(
			(it) => current && setLoaded(it),
			(error: unknown) => {
				console.warn('The full editor could not be loaded; the plain one stays.', error);
				if (isMissingChunk(error)) noteMissingPart();
			},
		);
		return () => {
			current = false;
		};
	}, []);
	return loaded;
}

/** Always the newest value, for callbacks that outlive a render. */
function useLatest<T>(value: T): { readonly current: T } {
	const ref = useRef(value);
	useLayoutEffect(() => {
		ref.current = value;
	});
	return ref;
}
