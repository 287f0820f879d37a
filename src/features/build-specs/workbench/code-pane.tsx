import { Select } from '@mantine/core';
import {
	IconAlertTriangle,
	IconAlignLeft,
	IconCircleX,
	IconDots,
	IconHash,
	IconInfoCircle,
	IconPlayerPlay,
	IconSearch,
	IconUser,
} from '@tabler/icons-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import type { Column } from '#contract/dataset.ts';
import { altName, keyName } from '../../../lib/browser/keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { CodeEditor } from '../../../ui/editor/code-editor.tsx';
import type { SqlDialect, SqlKnowledge } from '../../../ui/editor/sql/knowledge.ts';
import {
	type EditorCommands,
	type EditorInsertion,
	type EditorLanguage,
	type EditorLocation,
	type EditorMarker,
	editorLanguages,
} from '../../../ui/editor/types.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { describeLocation } from '../markers.ts';
import type { Blame } from './use-blame.ts';
import type { WorkbenchState } from './use-workbench.ts';
import classes from './workbench.module.css';

interface CodePaneProps {
	readonly workbench: WorkbenchState;
	readonly knowledge: SqlKnowledge;
	readonly onPreview: ((payload: string) => void) | null;
	readonly onSave: () => void;
	readonly location: EditorLocation | null;
	readonly onLocation: (location: EditorLocation) => void;
	readonly insertion: EditorInsertion | null;
	/** Author of each line; null if unknown. */
	readonly blame: Blame | null;
	readonly foot?: ReactNode;
	/** Previous and new text. */
	readonly onCode?: (before: string, after: string) => void;
}

export function CodePane({
	workbench,
	knowledge,
	onPreview,
	onSave,
	location,
	onLocation,
	insertion,
	blame,
	foot,
	onCode,
}: CodePaneProps) {
	const [commands, setCommands] = useState<EditorCommands | null>(null);
	const [statusMessage, setStatusMessage] = useState<string | null>(null);
	const previewPart = (text: string) => {
		setStatusMessage(text.trim() === '' ? 'Select the code to preview.' : null);
		if (text.trim() !== '') onPreview?.(text);
	};
	const format = () => void commands?.format().then(setStatusMessage);
	const actions =
		commands === null ? [] : codeActions(commands, format, onPreview === null ? null : previewPart, blame);
	useCommands(actions);
	useEditorCommands(commands);
	return (
		<Stack component="section" fill className={classes.code} aria-label="Code">
			<Box fill className={classes.editor}>
				<CodeEditor
					value={workbench.text.payload}
					onChange={(payload) => {
						onCode?.(workbench.text.payload, payload);
						setStatusMessage(null);
						workbench.edit({ payload });
					}}
					language={workbench.language}
					markers={workbench.markers}
					ariaLabel="Code"
					{...(onPreview === null
						? {}
						: { onSubmit: () => onPreview(workbench.text.payload), onSubmitSelection: previewPart })}
					onSave={onSave}
					onFormatted={setStatusMessage}
					onCommands={(commands) => {
						workbench.editor.current = commands;
						setCommands(commands);
					}}
					knowledge={knowledge}
					revealAt={location}
					insertion={insertion}
					gutter={blame?.gutter ?? null}
				/>
				<span className={classes.leaveHint}>Press Esc, then Tab, to leave the editor.</span>
			</Box>
			<Inline gap={3} justify="between" className={classes.codeFoot}>
				<div className={classes.problems} role="status">
					{statusMessage !== null && <span>{statusMessage}</span>}
					{workbench.problems.code !== undefined && <Text tone="error">{workbench.problems.code}</Text>}
					{workbench.complaints.slice(0, 3).map((complaint) => (
						<Problem
							key={`${complaint.line}:${complaint.column}:${complaint.message}`}
							marker={complaint}
							commands={commands}
							onGo={() => onLocation({ line: complaint.line, column: complaint.column ?? 1 })}
						/>
					))}
					{workbench.complaints.length > 3 && <span>and {workbench.complaints.length - 3} more in the code</span>}
				</div>
				{statusMessage === null && workbench.complaints.length === 0 && workbench.problems.code === undefined && (
					<ResultColumns columns={workbench.result?.columns ?? noColumns} isStale={!workbench.isChecked} />
				)}
				<LanguageSelect language={workbench.language} dialect={knowledge.dialect} onChange={workbench.setLanguage} />
				{commands !== null && (
					<MenuButton
						label="Editor actions"
						title={onPreview === null ? 'Format, find, comment' : 'Format, find, comment, preview selection'}
						icon={<IconDots size={16} aria-hidden />}
						entries={actions.map(({ entry, keys, icon, run }) => ({
							label: keys === undefined ? entry : `${entry} (${keys})`,
							icon,
							onClick: run,
						}))}
					/>
				)}
				{foot}
			</Inline>
		</Stack>
	);
}

/** All editor commands that aren't listed otherwise. */
function useEditorCommands(commands: EditorCommands | null): void {
	useCommands(
		useMemo(() => (commands?.all() ?? []).map((action) => ({ ...action, group: 'Code editor' as const })), [commands]),
	);
}

const noColumns: readonly [] = [];

const signs = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };

interface ProblemProps {
	readonly marker: EditorMarker;
	/** Null while the editor is loading, when no fixes are available. */
	readonly commands: EditorCommands | null;
	readonly onGo: () => void;
}

/** Maximum fixes shown with a problem; the editor has them all. */
const maxFixes = 2;

function Problem({ marker, commands, onGo }: ProblemProps) {
	const Sign = signs[marker.severity];
	const location = describeLocation(marker);
	return (
		<Inline gap={[0, 3]} align="baseline">
			<TextButton tone="text" breaks className={classes.problem} data-severity={marker.severity} onClick={onGo}>
				<Sign size={14} aria-hidden />
				{location !== null && <span className={classes.location}>{location}</span>}
				<span>{marker.message}</span>
			</TextButton>
			{(commands === null ? [] : (marker.fixes ?? [])).slice(0, maxFixes).map((fix) => (
				<TextButton rigid key={fix.title} className={classes.fix} onClick={() => commands?.applyFix(marker, fix)}>
					{fix.title}
				</TextButton>
			))}
		</Inline>
	);
}

const languageNames = { sql: 'SQL', json: 'JSON', python: 'Python', plaintext: 'Plain text' } as const;
const languagesOf = (dialect: SqlDialect) =>
	editorLanguages.map((value) => ({
		value,
		label: value === 'sql' && dialect === 'spark' ? 'Spark SQL' : languageNames[value],
	}));

interface LanguageSelectProps {
	readonly language: EditorLanguage;
	/** Dialect of the service's SQL. */
	readonly dialect: SqlDialect;
	readonly onChange: (language: EditorLanguage) => void;
}

/** Fits the input into its line. */
const smallInput = { input: { height: 24, minHeight: 24, lineHeight: '22px' } };

const LanguageSelect = memo(({ language, dialect, onChange }: LanguageSelectProps) => (
	<Select
		ml="auto"
		w="6.5rem"
		flex="none"
		styles={smallInput}
		aria-label="Code language"
		title="Used only by the editor"
		size="xs"
		data={languagesOf(dialect)}
		value={language}
		allowDeselect={false}
		onChange={(value) => {
			const picked = editorLanguages.find((language) => language === value);
			if (picked !== undefined) onChange(picked);
		}}
	/>
));

/** Actions on the code. `label` is for the command list, `entry` for the context menu. */
const codeActions = (
	{ find, comment, selected }: EditorCommands,
	format: () => void,
	previewPart: ((text: string) => void) | null,
	blame: Blame | null,
) => [
	{ id: 'format', label: 'Format code', entry: 'Format', keys: altName('Shift F'), icon: IconAlignLeft, run: format },
	{ id: 'find', label: 'Find in code', entry: 'Find…', keys: keyName('F'), icon: IconSearch, run: find },
	{
		id: 'comment',
		label: 'Toggle line comment',
		entry: 'Toggle line comment',
		keys: keyName('/'),
		icon: IconHash,
		run: comment,
	},
	...(blame === null
		? []
		: [
				{
					id: 'blame',
					label: blame.isOn ? 'Hide blame' : 'Show blame',
					entry: blame.isOn ? 'Hide blame' : 'Show blame',
					keys: undefined,
					icon: IconUser,
					run: blame.toggle,
				},
			]),
	...(previewPart === null
		? []
		: [
				{
					id: 'preview-part',
					label: 'Preview selection',
					entry: 'Preview selection',
					keys: keyName('Shift Enter'),
					icon: IconPlayerPlay,
					run: () => previewPart(selected()),
				},
			]),
];

/** Maximum columns named; an output may have thousands. */
const limit = 200;

const ResultColumns = memo(({ columns, isStale }: { columns: readonly Column[]; isStale: boolean }) => {
	if (columns.length === 0) return null;
	return (
		<Inline
			component="section"
			gap={3}
			nowrap
			align="baseline"
			tone="muted"
			fill
			className={classes.result}
			aria-label="Result columns"
			tabIndex={0}
			data-stale={isStale || undefined}
		>
			<span>{countOf(columns.length, 'column')}:</span>
			<Inline component="ul" gap={[0, 3]} align="stretch">
				{columns.slice(0, limit).map(({ name, type }) => (
					<li key={name}>
						<Text tone="text" mono className={classes.column}>
							{name}
						</Text>{' '}
						<Text size="small">{type}</Text>
					</li>
				))}
			</Inline>
			{columns.length > limit && <span>and {formatCount(columns.length - limit)} more</span>}
		</Inline>
	);
});
