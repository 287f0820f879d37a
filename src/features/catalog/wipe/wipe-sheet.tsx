import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { listLinks } from '#contract/link.ts';
import { getNamespace, wipeNamespace } from '#contract/namespace.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Prose } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Notice } from '../../../ui/states.tsx';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import { noteGone } from '../../names/mutations.ts';
import { offers, takesKey } from '../../session/model.ts';
import { useReachable, useScope, useWhenBack } from '../../session/queries.ts';
import { BundleKeep } from '../bundles/bundle-keep.tsx';
import { useWipeFacts } from '../wipe-facts.ts';
import { fullName, type NamespaceName, wipeKey } from '../wipe-radius.ts';
import { WipeRadius, WipeUnseen } from '../wipe-radius-list.tsx';
import { WipeChoice } from './wipe-choice.tsx';
import { readMark, watchMark, writeMark } from './wipe-guard.ts';
import { wipeOnce } from './wipe-once.ts';
import { WipeProblem } from './wipe-problem.tsx';
import { WipeResult } from './wipe-result.tsx';

interface WipeSheetProps {
	readonly namespace: NamespaceName;
	readonly onClose: () => void;
}

/** The one act that nothing undoes: what it does, what it hits, what cannot be seen, what to keep, and then one button. */
export function WipeSheet({ namespace, onClose }: WipeSheetProps) {
	useFocusBack();
	const { owner, name } = namespace;
	const scope = useScope();
	const { service } = scope;
	const queryClient = useQueryClient();
	const place = { service, owner, name };
	const full = fullName(namespace);
	const facts = useWipeFacts(namespace);
	const [deletes, setDeletes] = useState<boolean | null>(null);
	const [typed, setTyped] = useState('');
	const [seenAt] = useState(Date.now);
	const [mark, setMark] = useState(() => readMark(place));
	const away = useReachable() === false;
	const wiping = useSingleMutation({ mutationFn: wipeOnce });
	useEffect(() => {
		const it = { service, owner, name };
		return watchMark(it, () => setMark(readMark(it)));
	}, [service, owner, name]);

	const lostBefore = mark?.state === 'sent' && !wiping.isPending && wiping.error === null ? mark : null;
	const elsewhere = mark?.state === 'done' && mark.at >= seenAt && !wiping.isSuccess;
	const canLook = offers(facts.description, getNamespace);
	const unknown = isUnknownOutcome(wiping.error);
	const ready =
		facts.isGathered && deletes !== null && typed === full && !away && lostBefore === null && !elsewhere && !unknown;

	const act = (deleteDatasets: boolean, onlyLook: boolean) => {
		const canLookAtLinks = offers(facts.description, listLinks);
		const key = takesKey(facts.description, wipeNamespace) ? wipeKey(facts.datasets.data?.items) : null;
		const input = { place, deleteDatasets, seenAt, canLook, canLookAtLinks, key };
		wiping.mutate(
			{ ...input, onlyLook },
			{
				onSuccess: () => {
					if (deleteDatasets) void noteGone(scope, { owner, namespace: name });
				},
				onSettled: () => {
					setTyped('');
					setMark(readMark(place));
				},
			},
		);
	};
	const look = () => {
		const last = wiping.variables?.deleteDatasets ?? mark?.deleteDatasets;
		if (last !== undefined) act(last, true);
	};
	// Where the service does not let the console look, the person does, and says so.
	const looked = () => {
		if (mark !== null) writeMark(place, { ...mark, state: 'not-done' });
		setMark(readMark(place));
		wiping.reset();
	};
	useWhenBack(unknown && canLook, look);
	useLeavingGuard(wiping.isPending);
	const close = () => {
		if (wiping.isPending) return;
		if (wiping.isSuccess) void queryClient.invalidateQueries();
		onClose();
	};

	if (wiping.isSuccess) {
		return (
			<Modal opened onClose={close} title={`${full} is wiped`} size="lg">
				<WipeResult
					namespace={namespace}
					outcome={wiping.data}
					deleted={wiping.variables.deleteDatasets}
					facts={facts}
					onClose={close}
				/>
			</Modal>
		);
	}
	return (
		<Modal opened onClose={close} title={`Wipe ${full}`} size="xl" closeOnEscape={!wiping.isPending}>
			<Stack
				component="form"
				gap={4}
				size="ui"
				breaks
				onSubmit={(event: FormEvent) => {
					event.preventDefault();
					if (ready && deletes !== null) act(deletes, false);
				}}
			>
				<Prose>
					All data, links and metadata of <strong>{full}</strong> are removed
					{facts.description !== null && ', including descriptions, column order, statistics and ingestions'}. You can't
					undo this.
				</Prose>
				{lostBefore !== null && (
					<Notice
						tone="warning"
						title={
							<>
								A wipe was sent from this browser <RelativeTime iso={new Date(lostBefore.at).toISOString()} />, and what
								became of it is not known
							</>
						}
						action={
							<Button variant="default" onClick={canLook ? look : looked}>
								{canLook ? 'Look what became of it' : 'I have looked myself'}
							</Button>
						}
					>
						It may still go on in another tab. Nothing else is sent before that is known.
					</Notice>
				)}
				{elsewhere && (
					<Notice tone="warning" title={`${full} was wiped in another tab meanwhile`}>
						What is listed here is from before. Close this sheet to see what is there now.
					</Notice>
				)}
				<WipeRadius namespace={namespace} facts={facts} />
				<WipeUnseen facts={facts} />
				<BundleKeep namespace={namespace} facts={facts} disabled={wiping.isPending} />
				<WipeChoice
					namespace={namespace}
					facts={facts}
					value={deletes}
					disabled={wiping.isPending}
					onChange={setDeletes}
				/>
				<TextInput
					label={`Type ${full} to confirm`}
					value={typed}
					disabled={wiping.isPending}
					autoComplete="off"
					spellCheck={false}
					onChange={(event) => setTyped(event.currentTarget.value)}
					error={typed !== '' && !full.startsWith(typed) ? `That is not ${full}.` : null}
				/>
				{wiping.error !== null && (
					<WipeProblem error={wiping.error} full={full} canLook={canLook} onLook={look} onLooked={looked} />
				)}
				<DialogActions>
					<Muted component="p" measure role="status">
						{wiping.isPending
							? 'Wiping. Stay until the service has answered; leaving would not stop it.'
							: away
								? 'The service does not answer. Nothing is sent, now or later.'
								: ''}
					</Muted>
					<Button variant="default" onClick={close} disabled={wiping.isPending}>
						Cancel
					</Button>
					<Button type="submit" color="red" loading={wiping.isPending} disabled={!ready}>
						Wipe {full}
					</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}

/** Nobody leaves unknowingly while the answer is on its way. */
function useLeavingGuard(pending: boolean): void {
	const blocker = useBlocker(pending);
	useEffect(() => {
		if (blocker.state === 'blocked') blocker.reset();
	}, [blocker]);
	useEffect(() => {
		if (!pending) return;
		const stay = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener('beforeunload', stay);
		return () => window.removeEventListener('beforeunload', stay);
	}, [pending]);
}
