import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { listLinks } from '#contract/link.ts';
import { getNamespace, wipeNamespace } from '#contract/namespace.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { notResponding } from '../../../lib/messages.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { ConfirmationField } from '../../../ui/primitives/confirmation-field.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { noteGone } from '../../names/mutations.ts';
import { offers, takesKey } from '../../session/model.ts';
import { useOnReconnect, useReachable, useScope } from '../../session/queries.ts';
import { fullName, type NamespaceRef } from '../model.ts';
import { useNamespaceFacts } from '../namespace-facts.ts';
import { BundleDownload } from './bundle-download.tsx';
import { WipeChoice } from './wipe-choice.tsx';
import { closePanel, readMark, WipeRefused, watchMark, writeMark } from './wipe-guard.ts';
import { WipeImpact, WipeUnseen } from './wipe-impact.tsx';
import { wipeKey, wipeOnce } from './wipe-once.ts';
import { WipeProblem, WipeResult } from './wipe-result.tsx';

/**
 * The only irreversible action: shows what it does and affects, what can't be seen and what to back up, then offers one
 * button.
 */
export function WipeSheet({ namespace: ref, onClose }: { namespace: NamespaceRef; onClose: () => void }) {
	useFocusBack();
	const { owner, namespace } = ref;
	const scope = useScope();
	const { service } = scope;
	const queryClient = useQueryClient();
	const target = { service, owner, namespace };
	const full = fullName(ref);
	const facts = useNamespaceFacts(ref);
	const form = useForm({ initialValues: { deletes: null as boolean | null, typed: '' } });
	const { deletes, typed } = form.values;
	const [seenAt] = useState(Date.now);
	const [mark, setMark] = useState(() => readMark(target));
	const isUnavailable = useReachable() === false;
	const wiping = useSingleMutation({ mutationFn: wipeOnce });
	useEffect(() => {
		const watched = { service, owner, namespace };
		return watchMark(watched, () => setMark(readMark(watched)));
	}, [service, owner, namespace]);

	// Includes the case that this tab only learns of the earlier wipe by being refused.
	const isOwnProblem = wiping.error !== null && !(wiping.error instanceof WipeRefused);
	const lostBefore = mark?.state === 'sent' && !wiping.isPending && !isOwnProblem ? mark : null;
	const elsewhere = mark?.state === 'done' && mark.at >= seenAt && !wiping.isSuccess;
	const canLook = offers(facts.description, getNamespace);
	const unknown = isUnknownOutcome(wiping.error);
	const ready =
		facts.isGathered &&
		deletes !== null &&
		typed === full &&
		!isUnavailable &&
		lostBefore === null &&
		!elsewhere &&
		!unknown;

	const act = (deleteDatasets: boolean, onlyLook: boolean) => {
		const canLookAtLinks = offers(facts.description, listLinks);
		const key = takesKey(facts.description, wipeNamespace) ? wipeKey(facts.datasets.data?.items) : null;
		const input = { target, deleteDatasets, seenAt, canLook, canLookAtLinks, key };
		wiping.mutate(
			{ ...input, onlyLook },
			{
				onSuccess: () => {
					if (deleteDatasets) void noteGone(scope, ref);
				},
				onSettled: () => {
					form.setFieldValue('typed', '');
					setMark(readMark(target));
				},
			},
		);
	};
	const look = () => {
		const last = wiping.variables?.deleteDatasets ?? mark?.deleteDatasets;
		if (last !== undefined) act(last, true);
	};
	// If the console can't check, the user does, and confirms it.
	const looked = () => {
		if (mark !== null) writeMark(target, { ...mark, state: 'not-done' });
		setMark(readMark(target));
		wiping.reset();
	};
	useOnReconnect(unknown && canLook, look);
	useLeavingGuard(wiping.isPending);
	const close = () => {
		if (wiping.isPending) return;
		if (wiping.isSuccess) void queryClient.invalidateQueries();
		onClose();
	};

	if (wiping.isSuccess) {
		return (
			<Modal opened onClose={close} title={`${full} was wiped`} size="lg">
				<WipeResult
					namespace={ref}
					outcome={wiping.data}
					deleted={wiping.variables.deleteDatasets}
					facts={facts}
					onClose={close}
				/>
			</Modal>
		);
	}
	return (
		<FormDialog
			title={`Wipe ${full}`}
			submitLabel={`Wipe ${full}`}
			size="xl"
			isDanger
			pending={wiping.isPending}
			disabled={!ready}
			status={
				wiping.isPending
					? 'Wiping… Stay on this page until the service responds. Leaving doesn’t stop the wipe.'
					: isUnavailable
						? notResponding()
						: ''
			}
			onClose={close}
			onSubmit={() => ready && deletes !== null && act(deletes, false)}
		>
			<Prose>
				This deletes all data, links and metadata in <strong>{full}</strong>
				{facts.description !== null && ', including descriptions, column order, statistics and ingestions'}. You can’t
				undo this.
			</Prose>
			{lostBefore !== null && (
				<Notice
					tone="warning"
					title={
						<>
							A wipe was started in this browser <RelativeTime iso={new Date(lostBefore.at).toISOString()} />, but its
							result is unknown
						</>
					}
					action={
						<SecondaryButton onClick={canLook ? look : looked}>
							{canLook ? 'Check result' : 'I’ve checked it myself'}
						</SecondaryButton>
					}
				>
					The wipe may still be running in another tab. You can’t wipe again until the result is known.
				</Notice>
			)}
			{elsewhere && (
				<Notice tone="warning" title={`${full} was wiped in another tab`}>
					This list is from before the wipe. {closePanel}
				</Notice>
			)}
			<WipeImpact namespace={ref} facts={facts} />
			<WipeUnseen facts={facts} />
			<BundleDownload namespace={ref} facts={facts} disabled={wiping.isPending} />
			<WipeChoice
				facts={facts}
				value={deletes}
				disabled={wiping.isPending}
				onChange={form.getInputProps('deletes').onChange}
			/>
			<ConfirmationField
				word={full}
				value={typed}
				disabled={wiping.isPending}
				onChange={form.getInputProps('typed').onChange}
			/>
			{wiping.error !== null && lostBefore === null && (
				<WipeProblem error={wiping.error} full={full} canLook={canLook} onLook={look} onLooked={looked} />
			)}
		</FormDialog>
	);
}

/** Warns before leaving while the response is pending. */
function useLeavingGuard(pending: boolean): void {
	const blocker = useBlocker(pending);
	useEffect(() => {
		if (blocker.state === 'blocked') blocker.reset();
	}, [blocker]);
	useWindowEvent('beforeunload', (event) => pending && event.preventDefault());
}
