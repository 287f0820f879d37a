import { useLayoutEffect, useRef } from 'react';
import { Box } from '../primitives/layout.tsx';
import { SectionHeader } from '../primitives/section-header.tsx';
import classes from './editor.module.css';
import { commonOptions } from './editor-options.ts';
import { useMonaco } from './load-monaco.ts';
import type { EditorLanguage } from './types.ts';

interface DiffEditorProps {
	readonly before: string;
	readonly after: string;
	readonly language: EditorLanguage;
	/** Accessible name: "Code before and after". */
	readonly ariaLabel: string;
	/** Whether to ignore trailing spaces. Default: false. */
	readonly ignoresWhitespace?: boolean;
}

/** A read-only diff. Until Monaco has loaded, and if it can't, the two texts are shown one after the other. */
export function DiffEditor({ before, after, language, ariaLabel, ignoresWhitespace = false }: DiffEditorProps) {
	const host = useRef<HTMLDivElement>(null);
	const monaco = useMonaco()?.monaco ?? null;

	useLayoutEffect(() => {
		if (monaco === null || host.current === null) return;
		const original = monaco.editor.createModel(before, language);
		const modified = monaco.editor.createModel(after, language);
		const editor = monaco.editor.createDiffEditor(host.current, {
			...commonOptions,
			readOnly: true,
			domReadOnly: true,
			originalEditable: false,
			renderSideBySide: true,
			useInlineViewWhenSpaceIsLimited: true,
			renderSideBySideInlineBreakpoint: 760,
			hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 5 },
			ignoreTrimWhitespace: ignoresWhitespace,
			// Moved lines are connected instead of marked as removed and added.
			experimental: { showMoves: true },
			renderOverviewRuler: false,
			renderMarginRevertIcon: false,
		});
		editor.setModel({ original, modified });
		editor.getOriginalEditor().updateOptions({ ariaLabel: `${ariaLabel} before` });
		editor.getModifiedEditor().updateOptions({ ariaLabel: `${ariaLabel} after` });
		return () => {
			for (const part of [editor, original, modified]) part.dispose();
		};
	}, [monaco, before, after, language, ariaLabel, ignoresWhitespace]);

	return (
		<div className={`${classes.frame} ${classes.diff}`}>
			{monaco === null && (
				<Box component="section" scroll py={2} px={3} className={classes.fill} aria-label={ariaLabel} tabIndex={0}>
					<SectionHeader level={3} tone="muted" size="small" mb={1}>
						{' '}
						Original
					</SectionHeader>
					<pre className={classes.text}>{before}</pre>
					<SectionHeader level={3} tone="muted" size="small" mb={1}>
						{' '}
						Modified
					</SectionHeader>
					<pre className={classes.text}>{after}</pre>
				</Box>
			)}
			<div ref={host} className={`monaco-component ${classes.fill}`} hidden={monaco === null} />
		</div>
	);
}
