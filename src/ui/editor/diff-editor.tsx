import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './diff-editor.module.css';
import { loadMonaco, type Monaco } from './load-monaco.ts';
import type { EditorLanguage } from './types.ts';

export interface DiffEditorProps {
	readonly before: string;
	readonly after: string;
	readonly language: EditorLanguage;
	/** What is compared: "Code before and after". */
	readonly ariaLabel: string;
}

/** Two texts with what differs marked, to be read. Until Monaco is there, and where it cannot be loaded, both stand plainly one after the other. */
export function DiffEditor({ before, after, language, ariaLabel }: DiffEditorProps) {
	const host = useRef<HTMLDivElement>(null);
	const [monaco, setMonaco] = useState<Monaco | null>(null);
	const scheme = useComputedColorScheme('light');

	useEffect(() => {
		let current = true;
		loadMonaco().then(
			(it) => current && setMonaco(() => it),
			(error: unknown) => console.warn('The comparing editor could not be loaded; both texts stay.', error),
		);
		return () => {
			current = false;
		};
	}, []);

	useLayoutEffect(() => {
		if (monaco === null || host.current === null) return;
		const original = monaco.editor.createModel(before, language);
		const modified = monaco.editor.createModel(after, language);
		const editor = monaco.editor.createDiffEditor(host.current, {
			automaticLayout: true,
			readOnly: true,
			domReadOnly: true,
			originalEditable: false,
			renderSideBySide: true,
			useInlineViewWhenSpaceIsLimited: true,
			renderSideBySideInlineBreakpoint: 760,
			hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 5 },
			ignoreTrimWhitespace: false,
			fontFamily: 'var(--mono)',
			fontSize: 13,
			lineHeight: 20,
			minimap: { enabled: false },
			scrollBeyondLastLine: false,
			lineNumbersMinChars: 3,
			glyphMargin: false,
			folding: false,
			overviewRulerLanes: 0,
			renderOverviewRuler: false,
			renderMarginRevertIcon: false,
			// The number of the last, empty line as legible as the others.
			renderFinalNewline: 'on',
			wordWrap: 'on',
			fixedOverflowWidgets: true,
			unicodeHighlight: { ambiguousCharacters: false },
			scrollbar: { alwaysConsumeMouseWheel: false },
		});
		editor.setModel({ original, modified });
		editor.getOriginalEditor().updateOptions({ ariaLabel: `${ariaLabel} before` });
		editor.getModifiedEditor().updateOptions({ ariaLabel: `${ariaLabel} after` });
		return () => {
			editor.dispose();
			original.dispose();
			modified.dispose();
		};
	}, [monaco, before, after, language, ariaLabel]);

	useEffect(() => monaco?.editor.setTheme(scheme === 'dark' ? 'console-dark' : 'console-light'), [monaco, scheme]);

	return (
		<div className={classes.frame}>
			{monaco === null && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
				<section className={classes.plain} aria-label={ariaLabel} tabIndex={0}>
					<h3 className={classes.heading}>Before</h3>
					<pre className={classes.text}>{before}</pre>
					<h3 className={classes.heading}>After</h3>
					<pre className={classes.text}>{after}</pre>
				</section>
			)}
			<div ref={host} className={`monaco-component ${classes.host}`} hidden={monaco === null} />
		</div>
	);
}
