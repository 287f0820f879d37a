import { Button, Modal, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import type { Description } from '#contract/description.ts';
import type { LedgerScope } from '../../../storage/ledger.ts';
import { CodeEditor } from '../../../ui/editor/code-editor.tsx';
import { DiffEditor } from '../../../ui/editor/diff-editor.tsx';
import type { EditorLanguage } from '../../../ui/editor/types.ts';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { textOf, type WorkText } from '../model.ts';
import { versionTextQuery } from '../versions/version-queries.ts';
import type { Base, Saved } from '../work.ts';
import { mergedText, mergeTexts, openDecisions, undecided } from './merge.ts';
import { MergePlaces } from './merge-conflicts.tsx';
import { MergeFields } from './merge-fields.tsx';
import { changesInWords } from './merge-labels.ts';
import classes from './merge-sheet.module.css';
import { useHandMerge } from './use-hand-merge.ts';

interface MergeSheetProps {
	/** What was saved meanwhile; null closes the sheet. */
	readonly theirs: Saved | null;
	/** What my text began from. */
	readonly base: Base;
	readonly mine: WorkText;
	readonly scope: LedgerScope;
	readonly description: Description | null;
	readonly language: EditorLanguage;
	readonly saving: boolean;
	readonly onSaveMine: () => void;
	/** @param onAdopted the merge is the draft, or saved */
	readonly onSaveMerged: (text: WorkText, onAdopted: () => void) => void;
	/** Why the last attempt failed, with a button that tries again; nothing where it did not fail. */
	readonly problem: (onAgain: () => void) => ReactNode;
	readonly onTakeTheirs: () => void;
	readonly onClose: () => void;
}

/** Someone saved another version meanwhile. Nothing is overwritten until the person has said what is to count. */
export const MergeSheet = memo(
	Sheet,
	// Closed, it shows nothing of what is typed.
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

/** What both began from is at hand, kept by the service, seen by this browser, or not known any more. */
function WithBase(props: OpenProps) {
	const { base, theirs, scope, description } = props;
	const sought = versionTextQuery(scope, description, theirs.value.id, base.version ?? 0);
	const { data, isPending } = useQuery({ ...sought, enabled: base.text === null && base.version !== null });
	const looking = base.text === null && base.version !== null && isPending;
	if (looking) return <Skeleton height="20rem" />;
	return <OpenSheet {...props} baseText={base.text ?? data ?? null} />;
}

function OpenSheet(props: OpenProps & { readonly baseText: WorkText | null }) {
	const { theirs, base, baseText, mine, language, saving } = props;
	// What is saved from here is what was laid over each other when the sheet opened.
	const [merge] = useState(() => mergeTexts(baseText, mine, textOf(theirs.value)));
	const [decisions, setDecisions] = useState(() => undecided(merge));
	const hand = useHandMerge(props.scope, theirs.value.id, theirs.value.version);
	const byHand = hand.code;
	const [view, setView] = useState<View>('merge');
	const result = mergedText(merge, decisions);
	const writeByHand = (payload: string) => hand.write({ ...result, payload });
	const open =
		byHand === null
			? openDecisions(merge, decisions)
			: openDecisions(merge, { ...decisions, code: merge.collisions.map(() => 'mine') });
	const next = theirs.value.version + 1;
	/** What was tried last. */
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
					{changesInWords(merge)}
				</Prose>
				<SegmentedControl
					aria-label="What is shown"
					className={classes.views ?? ''}
					size="xs"
					value={view}
					onChange={(it) => setView(views.find((one) => one.value === it)?.value ?? 'merge')}
					data={views.filter((it) => baseText !== null || it.value === 'merge' || it.value === 'both')}
				/>
			</Inline>
			{view === 'merge' ? (
				<div className={classes.panes}>
					<Stack component="section" gap={3} scroll className={classes.side} aria-label="What is to be decided">
						<MergeFields merge={merge} decisions={decisions} onDecide={setDecisions} />
						<MergePlaces
							merge={merge}
							decisions={decisions}
							disabled={byHand !== null}
							onDecide={(code) => setDecisions((it) => ({ ...it, code }))}
						/>
					</Stack>
					<Stack component="section" fill aria-label="Merged">
						<Inline gap={2} nowrap justify="between" tone="muted" className={classes.resultHead}>
							<span>Merged code, yours to change</span>
							{byHand !== null && (
								<Button variant="default" size="compact-sm" onClick={() => hand.write(null)}>
									Go back to the choices
								</Button>
							)}
							{byHand === null && hand.goOn !== null && (
								<Button variant="default" size="compact-sm" onClick={hand.goOn}>
									Go on with what you wrote before
								</Button>
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
					<DiffEditor {...diffOf(view, baseText, mine, textOf(theirs.value))} language={language} />
				</Stack>
			)}
			{props.problem(isMine ? saveMine : saveMerged)}
			<DialogActions className={classes.actions}>
				<span className={classes.open} role="status">
					{openInWords(open)}
					{byHand !== null && ' Your merge is kept for when you save again.'}
				</span>
				<Button variant="default" onClick={props.onClose} data-autofocus>
					Keep editing
				</Button>
				<Button variant="default" onClick={props.onTakeTheirs}>
					Take theirs
				</Button>
				<Button variant="default" loading={saving} onClick={saveMine}>
					Save mine as version {next}
				</Button>
				<Button loading={saving} disabled={open > 0} onClick={saveMerged}>
					Save merged as version {next}
				</Button>
			</DialogActions>
		</>
	);
}

type View = 'merge' | 'theirs' | 'mine' | 'both';

const views: { value: View; label: string }[] = [
	{ value: 'merge', label: 'Merge' },
	{ value: 'theirs', label: 'What they changed' },
	{ value: 'mine', label: 'What you changed' },
	{ value: 'both', label: 'Theirs against yours' },
];

function diffOf(view: Exclude<View, 'merge'>, base: WorkText | null, mine: WorkText, theirs: WorkText) {
	const from = base?.payload ?? '';
	if (view === 'theirs') return { before: from, after: theirs.payload, ariaLabel: 'What they changed' };
	if (view === 'mine') return { before: from, after: mine.payload, ariaLabel: 'What you changed' };
	return { before: theirs.payload, after: mine.payload, ariaLabel: 'Theirs against yours' };
}

const openInWords = (open: number): string => {
	if (open === 0) return 'Everything is decided.';
	return open === 1 ? '1 place is left to decide.' : `${open} places are left to decide.`;
};
