import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { listShares } from '#contract/permission.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { notResponding } from '../../lib/messages.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { ConfirmationField } from '../../ui/primitives/confirmation-field.tsx';
import { DialogActions } from '../../ui/primitives/dialog-actions.tsx';
import { Form } from '../../ui/primitives/form.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { useOffers, useReachable } from '../session/queries.ts';
import classes from './access.module.css';
import {
	changeSharesMutation,
	type Share,
	type ShareChange,
	type ShareOutcome,
	shareKey,
	withArticle,
} from './mutations.ts';
import { ShareImpact } from './share-impact.tsx';

const namespaceOf = ({ owner, namespace }: Share): string => `${owner}/${namespace}`;

/** Revokes shares or changes roles: shows the impact, asks, then shows each result. */
export function ShareSheet({ shares, action, onClose }: ShareChange & { onClose: () => void }) {
	useFocusBack();
	const canLook = useOffers(listShares);
	const isUnavailable = useReachable() === false;
	const changing = useSingleMutation(changeSharesMutation());
	const [outcomes, setOutcomes] = useState<readonly ShareOutcome[]>([]);
	const [typed, setTyped] = useState('');
	const { title, button, word } = labelsOf({ shares, action });
	const ready = !isUnavailable && (word === null || typed === word);
	const act = (which: readonly Share[]) => {
		if (changing.isSending()) return;
		setOutcomes((before) => before.filter((outcome) => !which.includes(outcome.share)));
		changing.mutate({
			shares: which,
			action,
			canLook,
			onSettled: (outcome) => setOutcomes((before) => [...before, outcome]),
		});
	};
	const close = changing.isPending ? () => {} : onClose;
	const failed = outcomes.filter((outcome) => outcome.error !== null).map((outcome) => outcome.share);
	const begun = changing.isPending || outcomes.length > 0;
	return (
		<Modal opened onClose={close} title={title} size="lg" closeOnEscape={!changing.isPending}>
			<Stack component={Form} gap={4} breaks onSubmit={() => ready && !begun && act(shares)}>
				<Stack component="ul" className={classes.outcomes} aria-label="Shares">
					{shares.map((share) => (
						<li key={shareKey(share)}>
							<span>
								<strong>{share.username}</strong>, {share.role} of <code>{namespaceOf(share)}</code>
							</span>
							<Outcome outcome={outcomes.find((done) => done.share === share)} begun={begun} />
						</li>
					))}
				</Stack>
				{!begun && <ShareImpact shares={shares} action={action} />}
				{!begun && word !== null && <ConfirmationField word={word} value={typed} data-autofocus onChange={setTyped} />}
				<DialogActions>
					{isUnavailable && <Muted component="p">{notResponding()}</Muted>}
					{begun ? (
						<>
							{failed.length > 0 && !changing.isPending && (
								<SecondaryButton onClick={() => act(failed)} disabled={isUnavailable}>
									Retry {failed.length === 1 ? 'failed change' : `${failed.length} failed changes`}
								</SecondaryButton>
							)}
							<Button onClick={close} loading={changing.isPending}>
								Close
							</Button>
						</>
					) : (
						<>
							<SecondaryButton onClick={close}>Cancel</SecondaryButton>
							<Button type="submit" {...(action.kind === 'withdraw' ? { color: 'red' } : {})} disabled={!ready}>
								{button}
							</Button>
						</>
					)}
				</DialogActions>
			</Stack>
		</Modal>
	);
}

function Outcome({ outcome, begun }: { outcome: ShareOutcome | undefined; begun: boolean }) {
	if (outcome === undefined) return begun ? <StateChip tone="neutral">Waiting</StateChip> : null;
	if (outcome.error === null) return <StateChip tone="success">Done</StateChip>;
	const { message, code, requestId } = errorFacts(outcome.error);
	return (
		<span role="alert" className={classes.failed}>
			<StateChip tone="error">Failed</StateChip> {message}{' '}
			<Muted weight="normal">
				{code}
				{requestId === null ? '' : ` · ${requestId}`}
			</Muted>
		</span>
	);
}

/** @returns word: text to type for confirmation, or null */
function labelsOf({ shares, action }: ShareChange): { title: string; button: string; word: string | null } {
	const [first] = shares;
	const one = shares.length === 1 && first !== undefined ? first : null;
	if (action.kind === 'role') {
		const users = new Set(shares.map(({ username }) => username)).size;
		const title =
			first !== undefined && users === 1
				? `Make ${first.username} ${withArticle(action.role)}`
				: `Make ${users} users ${action.role}s`;
		const where = one !== null ? ` of ${namespaceOf(one)}` : users === 1 ? ` of ${shares.length} namespaces` : '';
		return { title: `${title}${where}`, button: title, word: null };
	}
	if (one !== null) {
		const button = `Revoke ${one.username}’s share`;
		return { title: `Revoke ${one.username}’s share of ${namespaceOf(one)}`, button, word: one.username };
	}
	const title = `Revoke ${shares.length} shares`;
	return { title, button: title, word: `revoke ${shares.length}` };
}
