import { useHotkeys } from '@mantine/hooks';
import { Fragment, type ReactNode, useDeferredValue } from 'react';
import type { RunError } from '#contract/build-run.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import type { EditorLocation } from '../../../ui/editor/types.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { SplitPane } from '../../../ui/layout/split-pane.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { PreviewPanel } from '../../runs/preview/preview-panel.tsx';
import { LeaveDialog } from '../drafts/leave-dialog.tsx';
import { type FieldName, sidePaneFields } from '../fields.ts';
import type { Saved } from '../work.ts';
import { DestinationField } from './destination-field.tsx';
import { MaximizeButton, useMaximized, useVisiblePaneFocus } from './maximize.tsx';
import { SourceField } from './source-field.tsx';
import type { Blame } from './use-blame.ts';
import { useCodeLocation } from './use-code-location.ts';
import { usePaneKeys } from './use-pane-keys.ts';
import type { WorkbenchState } from './use-workbench.ts';
import classes from './workbench.module.css';
import { usePaneSize, WorkbenchCode } from './workbench-code.tsx';
import { ActionButton } from './workbench-parts.tsx';
import { WriteProblem } from './write-problem.tsx';

/** Fits 15 lines of code above 14 rows at 1440 × 900, and 12 above 10 at 1280 × 720. */
const codeShare = () => (window.innerHeight <= 768 ? 0.415 : 0.395);

interface WorkbenchProps {
	readonly title: string;
	readonly subtitle: ReactNode;
	readonly actions: ReactNode;
	readonly notices: ReactNode;
	readonly workbench: WorkbenchState;
	/** The text's BuildSpec, if any. */
	readonly saved?: Saved | null;
	/** Author of each line, if known. */
	readonly blame?: Blame | null;
	readonly hasDestination?: boolean;
	/** Why previews are disabled. Default: the workbench's own reason. */
	readonly previewDisabledReason?: string | null;
	readonly fileName: string;
	/** Previews all or selected code, or a pipeline up to a step. Null if the service can't preview it. */
	readonly onPreview: ((payload: string, upTo?: string) => void) | null;
	readonly onSave: () => void;
	readonly location?: EditorLocation | null;
	/** Shown above the page header. */
	readonly tabs?: ReactNode;
	/** Earlier runs of the text, if stored. */
	readonly history?: ReactNode;
}

export function Workbench({
	title,
	subtitle,
	actions,
	notices,
	workbench,
	saved = null,
	blame = null,
	hasDestination = true,
	previewDisabledReason = workbench.preview.disabledReason,
	fileName,
	onPreview,
	onSave,
	location: initialLocation = null,
	tabs = null,
	history = null,
}: WorkbenchProps) {
	const [size, onSize] = usePaneSize('workbench');
	const { text, problems, me, preview, suggestions } = workbench;
	const [maximized, toggle] = useMaximized(onPreview !== null, preview.runId !== null);
	const previewAll = () => onPreview?.(text.payload);
	// Works everywhere on the page, including fields. The editor, dialogs and side panels handle their own keys.
	useHotkeys(
		[
			['mod+S', (event) => isForPage(event) && onSave()],
			['mod+Enter', (event) => isForPage(event) && previewAll()],
		],
		[],
	);
	usePaneKeys(workbench.editor);
	const [location, show] = useCodeLocation(initialLocation, text.payload);
	const goTo: typeof show = (place) => {
		// The code must be visible.
		if (maximized === 'rows') toggle('rows');
		show(place);
	};
	useVisiblePaneFocus(maximized, workbench.editor);
	// The preview may render shortly after the key.
	const definition = useDeferredValue(workbench.definition);
	const acts = useSteady({
		preview: previewAll,
		editSources: (sources: readonly string[]) => workbench.edit({ sources }),
		editDestination: (destination: string) => workbench.edit({ destination }),
		goTo,
		goToError: ({ line, column, file }: RunError) => {
			if (line === null) return;
			const at = { line, column: column ?? 1 };
			goTo(file === undefined ? workbench.placeOf(at.line, at.column) : { ...at, file });
		},
	});
	const controls: { readonly [Name in FieldName]: ReactNode } = {
		sources: (
			<SourceField
				sources={text.sources}
				names={workbench.names}
				home={text.destination.slice(0, text.destination.lastIndexOf('/') + 1)}
				me={me}
				known={suggestions.known}
				unbuilt={suggestions.unbuilt}
				problems={problems}
				onChange={acts.editSources}
				onFocus={suggestions.load}
			/>
		),
		destination: hasDestination && (
			<DestinationField
				destination={text.destination}
				me={me}
				known={suggestions.known}
				problem={problems.destination ?? null}
				onChange={acts.editDestination}
				onFocus={suggestions.load}
			/>
		),
		payload: (
			<WorkbenchCode
				key="code"
				workbench={workbench}
				saved={saved}
				blame={blame}
				onPreview={onPreview}
				onSave={onSave}
				location={location}
				onLocation={acts.goTo}
				history={history}
				isZen={maximized === 'zen'}
				maximize={onPreview !== null && <MaximizeButton pane="code" maximized={maximized} onToggle={toggle} />}
			/>
		),
	};
	const code = controls.payload;

	return (
		<PageFrame
			title={title}
			tabs={tabs}
			subtitle={
				<>
					{subtitle}
					<Inline gap={[1, 3]} align="center" ref={workbench.fields} className={classes.fields}>
						{sidePaneFields.map((name) => (
							<Fragment key={name}>{controls[name]}</Fragment>
						))}
					</Inline>
					{workbench.others > 0 && (
						<Muted component="p" role="status">
							Also open in {workbench.others === 1 ? 'another tab' : `${workbench.others} other tabs`}. Edits appear in
							every tab.
						</Muted>
					)}
				</>
			}
			actions={
				<>
					{onPreview !== null && (
						<ActionButton
							action="preview"
							label="Preview"
							pending={preview.pending}
							disabledReason={previewDisabledReason}
							onClick={acts.preview}
						/>
					)}
					{actions}
				</>
			}
			fill
			dense
		>
			<Stack gap={2} fill className={classes.workbench}>
				<Stack gap={2} className={classes.notices}>
					{notices}
				</Stack>
				{onPreview === null ? (
					<>
						<Box fill className={classes.panes}>
							{code}
						</Box>
						<Muted component="p">This service doesn’t support previews.</Muted>
					</>
				) : (
					<Box fill className={classes.panes} data-maximized={maximized ?? undefined}>
						<SplitPane
							direction="rows"
							label="Code and preview"
							initial={codeShare()}
							min={120}
							size={size}
							onSize={onSize}
							only={maximized === 'code' ? 0 : maximized === 'rows' ? 1 : null}
						>
							{[
								code,
								<Stack key="preview" fill scroll data-pane="rows">
									{preview.error !== null && (
										<WriteProblem
											error={preview.error}
											title="Couldn’t start the preview"
											verb="Preview"
											onAgain={previewAll}
											onLook={preview.look}
										/>
									)}
									<PreviewPanel
										latestRunId={preview.runId}
										isPart={preview.isPart}
										hasStatements={workbench.hasStatements}
										definition={definition}
										saved={saved?.value ?? null}
										chartKey={workbench.chartKey}
										onRunError={acts.goToError}
										end={<MaximizeButton pane="rows" maximized={maximized} onToggle={toggle} />}
									/>
								</Stack>,
							]}
						</SplitPane>
					</Box>
				)}
			</Stack>
			<LeaveDialog
				name={title}
				dirty={workbench.dirty}
				storeError={workbench.storeError}
				storeNow={workbench.storeNow}
				onDiscard={workbench.discard}
				onDownload={() => saveFile(fileName, text.payload)}
			/>
		</PageFrame>
	);
}

/** Whether a key was pressed outside of dialogs and side panels. Uses the event path, since its target may have been removed. */
function isForPage(event: KeyboardEvent): boolean {
	const path = event.composedPath().filter((target) => target instanceof Element);
	if (path.some((element) => element.matches('[aria-modal="true"]'))) return false;
	return path.some((element) => element.matches('nav')) || !path.some((element) => element.matches('aside'));
}
