import { Button, Modal, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { listText } from '#lib/text/list-text.ts';
import { countOf } from '../../../lib/format.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { CodeEditor } from '../../../ui/editor/code-editor.tsx';
import { DiffEditor } from '../../../ui/editor/diff-editor.tsx';
import type { EditorLanguage } from '../../../ui/editor/types.ts';
import { CompactButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Prose } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { textOf, type WorkText } from '../model.ts';
import { versionTextQuery } from '../version-queries.ts';
import type { Base, Saved } from '../work.ts';
import { countChanges, type Merge, mergedText, mergeTexts, openDecisions, undecided } from './merge.ts';
import { MergeConflicts, MergeFields } from './merge-decisions.tsx';
import classes from './merge-sheet.module.css';
import { useHandMerge } from './use-hand-merge.ts';

interface MergeSheetProps {
	readonly theirs: Saved | null;
	readonly base: Base;
	readonly mine: WorkText;
	readonly scope: Scope;
	readonly language: EditorLanguage;
	readonly saving: boolean;
	readonly onSaveMine: () => void;
	/** @param onAdopted called once the merge is the draft or saved */
	readonly onSaveMerged: (text: WorkText, onAdopted: () => void) => void;
	/** Why the last attempt failed, with a retry button; empty if it didn't. */
	readonly problem: (onAgain: () => void) => ReactNode;
	readonly onTakeTheirs: () => void;
	readonly onClose: () => void;
}

/** Shown when someone else has saved a version during the edit. Nothing is overwritten until the user decides. */
export const MergeSheet = memo(
	Sheet,
	// While closed, it doesn't depend on the text.
	(before, now) => before.theirs === null && now.theirs === null,
);

function Sheet(props: MergeSheetProps) {
	const { theirs, onClose } = props;
	return (
		<Modal
			opened={theirs !== null}
			onClose={onClose}
			fullScreen
			title={theirs === null ? '' : `Someone saved version ${theirs.value.version} while you were editing`}
			classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
		>
			{theirs !== null && <WithBase key={theirs.value.version} {...props} theirs={theirs} />}
		</Modal>
	);
}

type OpenProps = MergeSheetProps & { readonly theirs: Saved };

/** The common base comes from memory, the service or this browser, or is unknown. */
function WithBase(props: OpenProps) {
	const { base, theirs, scope } = props;
	const query = versionTextQuery(scope, theirs.value.id, base.version ?? 0);
	const { data, isPending } = useQuery({ ...query, enabled: base.text === null && base.version !== null });
	const looking = base.text === null && base.version !== null && isPending;
	if (looking) return <Skeleton height="20rem" />;
	return <OpenSheet {...props} baseText={base.text ?? data ?? null} />;
}

function OpenSheet(props: OpenProps & { readonly baseText: WorkText | null }) {
	const { theirs, base, baseText, mine, language, saving } = props;
	// The dialog merges the version it was opened with.
	const theirText = textOf(theirs.value);
	const [merge] = useState(() => mergeTexts(baseText, mine, theirText));
	const views = baseText === null ? viewsWithoutBase : (Object.keys(viewLabels) as View[]);
	const [decisions, setDecisions] = useState(() => undecided(merge));
	const hand = useHandMerge(props.scope, theirs.value.id, theirs.value.version);
	const byHand = hand.code;
	const [view, setView] = useState<View>('merge');
	const result = mergedText(merge, decisions);
	const writeByHand = (payload: string) => hand.write({ ...result, payload });
	// Hand-edited code leaves no conflicts to decide.
	const code = byHand === null ? decisions.code : merge.collisions.map(() => 'mine' as const);
	const open = openDecisions(merge, { ...decisions, code });
	const next = theirs.value.version + 1;
	const [isMine, setMine] = useState(false);
	const saveMine = () => {
		setMine(true);
		props.onSaveMine();
	};
	const saveMerged = () => {
		setMine(false);
		props.onSaveMerged({ ...result, payload: byHand ?? result.payload }, hand.saved);
	};

	return (
		<>
			<Inline gap={[2, 5]} align="end" justify="between">
				<Prose>
					You started from {base.version === null ? 'an older version' : `version ${base.version}`}. Version{' '}
					{theirs.value.version} was saved <RelativeTime iso={theirs.value.updatedAt} />. Nothing has been overwritten.{' '}
					{describeChanges(merge)}
				</Prose>
				<SegmentedControl
					aria-label="Compare"
					// On narrow screens the choices take two lines.
					style={{ flexWrap: 'wrap' }}
					size="xs"
					value={view}
					onChange={setView}
					data={views.map((value) => ({ value, label: viewLabels[value] }))}
				/>
			</Inline>
			{view === 'merge' ? (
				<div className={classes.panes}>
					<Stack component="section" gap={3} p={3} scroll className={classes.side} aria-label="Conflicts">
						<MergeFields merge={merge} decisions={decisions} onDecide={setDecisions} />
						<MergeConflicts
							merge={merge}
							decisions={decisions}
							disabled={byHand !== null}
							onDecide={(code) => setDecisions((decisions) => ({ ...decisions, code }))}
						/>
					</Stack>
					<Stack component="section" fill aria-label="Merged result">
						<Inline gap={2} px={3} nowrap justify="between" tone="muted" ruled="below" className={classes.resultHead}>
							<span>Merged result (editable)</span>
							{byHand !== null && <CompactButton onClick={() => hand.write(null)}>Return to choices</CompactButton>}
							{byHand === null && hand.goOn !== null && (
								<CompactButton onClick={hand.goOn}>Restore my edits</CompactButton>
							)}
						</Inline>
						<Box fill className={classes.editor}>
							<CodeEditor
								value={byHand ?? result.payload}
								onChange={writeByHand}
								language={language}
								ariaLabel="Merged code"
							/>
						</Box>
					</Stack>
				</div>
			) : (
				<Stack fill className={classes.diff}>
					<DiffEditor
						before={view === 'both' ? theirText.payload : (baseText?.payload ?? '')}
						after={view === 'theirs' ? theirText.payload : mine.payload}
						ariaLabel={viewLabels[view]}
						language={language}
					/>
				</Stack>
			)}
			{props.problem(isMine ? saveMine : saveMerged)}
			<DialogActions className={classes.actions}>
				<Muted role="status" style={{ marginRight: 'auto' }}>
					{openLabel(open)}
					{byHand !== null && ' Your edits stay in this browser until you save.'}
				</Muted>
				<SecondaryButton onClick={props.onClose} data-autofocus>
					Keep editing
				</SecondaryButton>
				<SecondaryButton onClick={props.onTakeTheirs}>Take theirs</SecondaryButton>
				<SecondaryButton loading={saving} onClick={saveMine}>
					Save mine as version {next}
				</SecondaryButton>
				<Button loading={saving} disabled={open > 0} onClick={saveMerged}>
					Save merged as version {next}
				</Button>
			</DialogActions>
		</>
	);
}

const viewLabels = {
	merge: 'Merge',
	theirs: 'Their changes',
	mine: 'Your changes',
	both: 'Theirs and yours',
} as const;
type View = keyof typeof viewLabels;
/** Without a base, no side's changes can be shown. */
const viewsWithoutBase: readonly View[] = ['merge', 'both'];

const openLabel = (open: number): string =>
	open === 0 ? 'No conflicts left.' : `${countOf(open, 'conflict')} left to resolve.`;

function describeChanges(merge: Merge): string {
	if (!merge.hasBase) {
		return 'The original version isn’t available, so you have to resolve every difference.';
	}
	const { mine, theirs, both } = countChanges(merge);
	const merged = [
		...(theirs > 0 ? [`${countOf(theirs, 'change')} by them`] : []),
		...(mine > 0 ? [`${countOf(mine, 'change')} by you`] : []),
		...(both > 0 ? [`${countOf(both, 'identical change')} by both of you`] : []),
	];
	const together = merged.length === 0 ? '' : `${listText(merged)} merged automatically. `;
	const { length } = merge.collisions;
	return `${together}${length === 0 ? 'No conflicts in the code.' : `${countOf(length, 'conflict in the code', 'conflicts in the code')}.`}`;
}
