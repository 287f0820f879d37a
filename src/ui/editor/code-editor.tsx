import { VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { EditorHandle } from './create-editor.ts';
import classes from './editor.module.css';
import { useMonaco } from './load-monaco.ts';
import type { CodeEditorProps, EditorInsertion, EditorMarker } from './types.ts';

const noMarkers: readonly EditorMarker[] = [];

/** Locations an editor has already gone to. */
const revealed = new WeakSet<object>();

/** A code editor. A plain text field until Monaco has loaded and takes over its text and selection. */
export function CodeEditor(props: CodeEditorProps) {
	const { value, language, ariaLabel } = props;
	const { markers = noMarkers, readOnly = false, gutter = null, revealAt = null, insertion = null } = props;
	const host = useRef<HTMLDivElement>(null);
	const plain = useRef<HTMLTextAreaElement>(null);
	const handle = useRef<EditorHandle | null>(null);
	const loaded = useMonaco();
	const isLoaded = loaded !== null;
	const helpId = useId();
	/** The latest props, for callbacks that outlive a render. */
	const current = useEffectEvent(() => props);

	useLayoutEffect(() => {
		if (loaded === null || host.current === null) return;
		const field = plain.current;
		const selection =
			field !== null && document.activeElement === field
				? { start: field.selectionStart, end: field.selectionEnd }
				: null;
		const created = loaded.createEditor(loaded.monaco, host.current, () => current(), selection);
		handle.current = created;
		current().onCommands?.(created.commands);
		return () => {
			current().onCommands?.(null);
			created.dispose();
			handle.current = null;
		};
	}, [loaded]);

	// Declared after the effect that creates the editor, because React runs effects in order.
	useLayoutEffect(() => (isLoaded ? handle.current?.setText(value) : undefined), [isLoaded, value]);
	useEffect(() => (isLoaded ? handle.current?.setLanguage(language) : undefined), [isLoaded, language]);
	useEffect(() => (isLoaded ? handle.current?.setMarkers(markers) : undefined), [isLoaded, markers]);
	useEffect(() => (isLoaded ? handle.current?.setReadOnly(readOnly) : undefined), [isLoaded, readOnly]);
	useEffect(() => (isLoaded ? handle.current?.setGutter(gutter) : undefined), [isLoaded, gutter]);
	useEffect(() => {
		// Returning to this text later doesn't go there again.
		if (revealAt === null || revealed.has(revealAt)) return;
		if (!isLoaded) return plain.current?.focus();
		revealed.add(revealAt);
		handle.current?.reveal(revealAt);
	}, [isLoaded, revealAt]);
	const written = useRef<EditorInsertion | null>(insertion);
	useEffect(() => {
		if (insertion === null || written.current === insertion) return;
		written.current = insertion;
		if (handle.current !== null) return handle.current.insert(insertion.text);
		const field = plain.current;
		if (field === null) return;
		field.focus();
		field.setRangeText(insertion.text, field.selectionStart, field.selectionEnd, 'end');
		current().onChange?.(field.value);
	}, [insertion]);

	return (
		<div className={classes.frame}>
			{!isLoaded && (
				<>
					<textarea
						ref={plain}
						className={`${classes.fill} ${classes.plain}`}
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
					<VisuallyHidden id={helpId}>Loading the full editor…</VisuallyHidden>
				</>
			)}
			{/* Monaco's class colors the menus it places next to the editor. */}
			<div ref={host} className={`monaco-component ${classes.fill}`} hidden={!isLoaded} />
		</div>
	);
}
