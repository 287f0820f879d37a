import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { listShares } from '#contract/permission.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import { DialogActions } from '../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useReachable } from '../session/queries.ts';
import classes from './access.module.css';
import { changeSharesMutation, type Share, type ShareDeed, type ShareOutcome } from './mutations.ts';
import { ShareReach } from './share-reach.tsx';

interface ShareSheetProps {
	readonly shares: readonly Share[];
	readonly deed: ShareDeed;
	readonly onClose: () => void;
}

const placeOf = ({ owner, namespace }: Share): string => `${owner}/${namespace}`;
const keyOf = (it: Share): string => `${placeOf(it)}/${it.username}/${it.role}`;

/** Takes access away or changes roles: what is lost by it, then the act, then what became of each. */
export function ShareSheet({ shares, deed, onClose }: ShareSheetProps) {
	useFocusBack();
	const { data: description = null } = useQuery(descriptionQuery);
	const away = useReachable() === false;
	const changing = useSingleMutation(changeSharesMutation());
	const [outcomes, setOutcomes] = useState<readonly ShareOutcome[]>([]);
	const [typed, setTyped] = useState('');
	const { title, button, word } = wordsOf(shares, deed);
	const ready = !away && (word === null || typed === word);
	const act = (which: readonly Share[]) => {
		if (changing.isSending()) return;
		setOutcomes((before) => before.filter((it) => !which.includes(it.share)));
		changing.mutate({
			shares: which,
			deed,
			canLook: offers(description, listShares),
			onSettled: (outcome) => setOutcomes((before) => [...before, outcome]),
		});
	};
	const close = changing.isPending ? () => {} : onClose;
	const failed = outcomes.filter((it) => it.error !== null).map((it) => it.share);
	const begun = changing.isPending || outcomes.length > 0;
	return (
		<Modal
			opened
			onClose={close}
			title={title}
			size="lg"
			closeOnEscape={!changing.isPending}
			closeButtonProps={{ 'aria-label': 'Close' }}
		>
			<Stack
				component="form"
				gap={4}
				breaks
				onSubmit={(event: FormEvent) => {
					event.preventDefault();
					if (ready && !begun) act(shares);
				}}
			>
				<Stack component="ul" className={classes.outcomes} aria-label="Shares">
					{shares.map((it) => (
						<li key={keyOf(it)}>
							<span>
								<strong>{it.username}</strong>, {it.role} of <code>{placeOf(it)}</code>
							</span>
							<Outcome outcome={outcomes.find((done) => done.share === it)} begun={begun} />
						</li>
					))}
				</Stack>
				{!begun && <ShareReach shares={shares} deed={deed} />}
				{!begun && word !== null && (
					<TextInput
						label={`Type ${word} to confirm`}
						value={typed}
						autoComplete="off"
						spellCheck={false}
						data-autofocus
						onChange={(event) => setTyped(event.currentTarget.value)}
						error={typed !== '' && !word.startsWith(typed) ? `That is not ${word}.` : null}
					/>
				)}
				<DialogActions>
					{away && <Muted component="p">The service does not answer. Nothing is sent, now or later.</Muted>}
					{begun ? (
						<>
							{failed.length > 0 && !changing.isPending && (
								<Button variant="default" onClick={() => act(failed)} disabled={away}>
									Try the {failed.length === 1 ? 'one' : failed.length} that failed again
								</Button>
							)}
							<Button onClick={close} loading={changing.isPending}>
								Close
							</Button>
						</>
					) : (
						<>
							<Button variant="default" onClick={close}>
								Cancel
							</Button>
							<Button type="submit" {...(deed.kind === 'withdraw' ? { color: 'red' } : {})} disabled={!ready}>
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
	if (outcome === undefined) return begun ? <StateChip tone="neutral">waiting</StateChip> : null;
	if (outcome.error === null) return <StateChip tone="success">done</StateChip>;
	const { message, code, requestId } = errorFacts(outcome.error);
	return (
		<span role="alert" className={classes.failed}>
			<StateChip tone="error">failed</StateChip> {message}{' '}
			<Muted weight="normal">
				{code}
				{requestId === null ? '' : ` · ${requestId}`}
			</Muted>
		</span>
	);
}

/** @returns word: what is typed to confirm; null where nothing has to be */
function wordsOf(shares: readonly Share[], deed: ShareDeed): { title: string; button: string; word: string | null } {
	const [first] = shares;
	const one = shares.length === 1 && first !== undefined ? first : null;
	if (deed.kind === 'role') {
		const role = deed.role === 'editor' ? 'an editor' : 'a viewer';
		const title = one === null ? `Make ${shares.length} people ${deed.role}s` : `Make ${one.username} ${role}`;
		return { title: one === null ? title : `${title} of ${placeOf(one)}`, button: title, word: null };
	}
	if (one !== null) {
		return {
			title: `Withdraw the share of ${placeOf(one)}`,
			button: `Withdraw ${one.username}’s share`,
			word: one.username,
		};
	}
	return {
		title: `Withdraw ${shares.length} shares`,
		button: `Withdraw ${shares.length} shares`,
		word: `withdraw ${shares.length}`,
	};
}
