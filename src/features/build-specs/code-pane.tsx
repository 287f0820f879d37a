import { Select } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx';
import {
	type EditorInsertion,
	type EditorMarker,
	type EditorPlace,
	editorLanguages,
} from '../../ui/code-editor/types.ts';
import { placeInWords } from './markers.ts';
import type { Bench } from './use-bench.ts';
import classes from './workbench.module.css';

interface CodePaneProps {
	readonly bench: Bench;
	/** Null where the service offers no previews of this. */
	readonly onPreview: (() => void) | null;
	readonly onSave: () => void;
	/** Where the cursor is to go. */
	readonly place: EditorPlace | null;
	readonly onPlace: (place: EditorPlace) => void;
	/** What is to be written at the cursor. */
	readonly insertion: EditorInsertion | null;
	/** What else is at the foot of the code, at its right. */
	readonly foot?: ReactNode;
}

const languageNames = { sql: 'SQL', json: 'JSON', python: 'Python', plaintext: 'Plain text' } as const;
const languages = editorLanguages.map((value) => ({ value, label: languageNames[value] }));

/** The code, its language, and what is wrong with it in words. */
export function CodePane({ bench, onPreview, onSave, place, onPlace, insertion, foot }: CodePaneProps) {
	return (
		<section className={classes.code} aria-label="Code">
			<div className={classes.editor}>
				<CodeEditor
					value={bench.text.payload}
					onChange={(payload) => bench.edit({ payload })}
					language={bench.language}
					markers={bench.markers}
					ariaLabel="Code"
					{...(onPreview === null ? {} : { onSubmit: onPreview })}
					onSave={onSave}
					revealAt={place}
					insertion={insertion}
				/>
			</div>
			<div className={classes.codeFoot}>
				<div className={classes.problems} role="status">
					{bench.problems.code !== undefined && <span className={classes.wrong}>{bench.problems.code}</span>}
					{bench.complaints.slice(0, 3).map((it) => (
						<Problem
							key={`${it.line}:${it.column}:${it.message}`}
							marker={it}
							onGo={() => onPlace({ line: it.line, column: it.column ?? 1 })}
						/>
					))}
					{bench.complaints.length > 3 && <span>and {bench.complaints.length - 3} more in the code</span>}
				</div>
				<Select
					className={classes.language}
					aria-label="Language of the code"
					title="Colours the text only"
					size="xs"
					data={languages}
					value={bench.language}
					allowDeselect={false}
					onChange={(value) => {
						const picked = editorLanguages.find((it) => it === value);
						if (picked !== undefined) bench.setLanguage(picked);
					}}
				/>
				{foot}
			</div>
		</section>
	);
}

const signs = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };

function Problem({ marker, onGo }: { marker: EditorMarker; onGo: () => void }) {
	const Sign = signs[marker.severity];
	return (
		<button type="button" className={classes.problem} data-severity={marker.severity} onClick={onGo}>
			<Sign size={14} aria-hidden />
			<span className={classes.place}>{placeInWords(marker)}</span>
			<span>{marker.message}</span>
		</button>
	);
}
