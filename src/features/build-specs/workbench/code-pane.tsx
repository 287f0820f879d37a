import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSteady } from '../../../lib/use-steady.ts';
import { useCommands } from '../../../ui/commands.ts';
import { CodeEditor } from '../../../ui/editor/code-editor.tsx';
import type { EditorCommands, EditorInsertion, EditorMarker, EditorPlace } from '../../../ui/editor/types.ts';
import { keyName } from '../../../ui/keys.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { CodeMenu, LanguageSelect } from './code-foot.tsx';
import { placeInWords } from './markers.ts';
import { ResultColumns } from './result-columns.tsx';
import { useSqlKnowledge } from './use-sql-knowledge.ts';
import type { WorkbenchState } from './use-workbench.ts';
import classes from './workbench.module.css';

interface CodePaneProps {
	readonly workbench: WorkbenchState;
	/** Null where the service offers no previews of this. */
	readonly onPreview: ((payload: string) => void) | null;
	readonly onSave: () => void;
	/** Where the cursor is to go. */
	readonly place: EditorPlace | null;
	readonly onPlace: (place: EditorPlace) => void;
	/** What is to be written at the cursor. */
	readonly insertion: EditorInsertion | null;
	/** What else is at the foot of the code, at its right. */
	readonly foot?: ReactNode;
}

/** The code, its language, and what is wrong with it in words, or else what it would give. */
export function CodePane({ workbench, onPreview, onSave, place, onPlace, insertion, foot }: CodePaneProps) {
	const knowledge = useSqlKnowledge(workbench);
	const [commands, setCommands] = useState<EditorCommands | null>(null);
	const [told, setTold] = useState<string | null>(null);
	const previewPart = (text: string) => {
		setTold(text.trim() === '' ? 'Nothing is selected. Select the part of the code that is to run.' : null);
		if (text.trim() !== '') onPreview?.(text);
	};
	const format = () => void commands?.format().then(setTold);
	const acts = useSteady({ format, previewPart: () => commands !== null && previewPart(commands.selected()) });
	useCommands(
		commands === null
			? []
			: [
					{ id: 'format', label: 'Format the code', keys: 'Shift Alt F', run: format },
					...(onPreview === null
						? []
						: [
								{
									id: 'preview-part',
									label: 'Preview what is selected',
									keys: keyName('Shift Enter'),
									run: () => previewPart(commands.selected()),
								},
							]),
					{ id: 'find', label: 'Find in the code', keys: keyName('F'), run: commands.find },
					{ id: 'comment', label: 'Comment lines of the code', keys: keyName('/'), run: commands.comment },
				],
	);
	return (
		<Stack component="section" fill className={classes.code} aria-label="Code">
			<Box fill className={classes.editor}>
				<CodeEditor
					value={workbench.text.payload}
					onChange={(payload) => {
						setTold(null);
						workbench.edit({ payload });
					}}
					language={workbench.language}
					markers={workbench.markers}
					ariaLabel="Code"
					{...(onPreview === null
						? {}
						: { onSubmit: () => onPreview(workbench.text.payload), onSubmitSelection: previewPart })}
					onSave={onSave}
					onFormatted={setTold}
					onCommands={setCommands}
					knowledge={knowledge}
					revealAt={place}
					insertion={insertion}
				/>
				<span className={classes.leaveHint}>Press Esc, then Tab, to leave the editor.</span>
			</Box>
			<Inline gap={3} nowrap align="start" justify="between" className={classes.codeFoot}>
				<div className={classes.problems} role="status">
					{told !== null && <span>{told}</span>}
					{workbench.problems.code !== undefined && <Text tone="error">{workbench.problems.code}</Text>}
					{workbench.complaints.slice(0, 3).map((it) => (
						<Problem
							key={`${it.line}:${it.column}:${it.message}`}
							marker={it}
							commands={commands}
							onGo={() => onPlace({ line: it.line, column: it.column ?? 1 })}
						/>
					))}
					{workbench.complaints.length > 3 && <span>and {workbench.complaints.length - 3} more in the code</span>}
				</div>
				{told === null && workbench.complaints.length === 0 && workbench.problems.code === undefined && (
					<ResultColumns columns={workbench.result?.columns ?? noColumns} isStale={!workbench.isChecked} />
				)}
				<LanguageSelect language={workbench.language} onChange={workbench.setLanguage} />
				{commands !== null && (
					<CodeMenu
						commands={commands}
						onFormat={acts.format}
						onPreviewPart={onPreview === null ? null : acts.previewPart}
					/>
				)}
				{foot}
			</Inline>
		</Stack>
	);
}

const noColumns: readonly [] = [];

const signs = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };

interface ProblemProps {
	readonly marker: EditorMarker;
	/** Null while the editor is not there: nothing can be mended. */
	readonly commands: EditorCommands | null;
	readonly onGo: () => void;
}

/** Offers that stand beside a problem; all of them are in the editor. */
const mostFixes = 2;

function Problem({ marker, commands, onGo }: ProblemProps) {
	const Sign = signs[marker.severity];
	return (
		<Inline gap={[0, 3]} align="baseline">
			<TextButton tone="text" breaks className={classes.problem} data-severity={marker.severity} onClick={onGo}>
				<Sign size={14} aria-hidden />
				<span className={classes.place}>{placeInWords(marker)}</span>
				<span>{marker.message}</span>
			</TextButton>
			{(commands === null ? [] : (marker.fixes ?? [])).slice(0, mostFixes).map((fix) => (
				<TextButton rigid key={fix.title} className={classes.fix} onClick={() => commands?.mend(marker, fix)}>
					{fix.title}
				</TextButton>
			))}
		</Inline>
	);
}
