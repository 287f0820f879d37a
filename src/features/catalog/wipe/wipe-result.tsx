import { Button } from '@mantine/core';
import { errorFacts } from '../../../api/error-facts.ts';
import { isSignInEnded, isUnknownOutcome } from '../../../api/lost-write.ts';
import { formatCount } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { DialogSection } from '../../../ui/primitives/section.tsx';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { fullName, type NamespaceRef } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';
import { Consequences, readersIn } from './wipe-choice.tsx';
import { WipeRefused } from './wipe-guard.ts';
import type { WipeOutcome } from './wipe-once.ts';

interface WipeResultProps {
	readonly namespace: NamespaceRef;
	readonly outcome: WipeOutcome;
	/** Whether the datasets were deleted too. */
	readonly deleted: boolean;
	/** State before the wipe. */
	readonly facts: NamespaceFacts;
	readonly onClose: () => void;
}

export function WipeResult({ namespace, outcome: { wiped, found }, deleted, facts, onClose }: WipeResultProps) {
	const readers = readersIn(facts);
	const isCore = facts.description === null;
	return (
		<Stack gap={4} size="ui" breaks>
			{wiped === null && !found ? (
				<Notice tone="success" title="The service didn’t report how much was deleted" />
			) : wiped === null ? (
				<Notice tone="success" title="The connection was lost, but the namespace was wiped">
					No rows{deleted && ' or datasets'} are left in {fullName(namespace)}
					{!deleted && ', but its empty datasets remain'}. How much was deleted is unknown.
				</Notice>
			) : (
				<PropertyList aligned collapses numeric aria-label="Deleted">
					<Property name="Datasets">
						{deleted ? formatCount(wiped.datasets) : isCore ? 'None deleted' : 'None (empty datasets remain)'}
					</Property>
					<Property name="Rows">{formatCount(wiped.rows)}</Property>
					<Property name="Links">{formatCount(wiped.links)}</Property>
					<Property name="Ingestions">{formatCount(wiped.ingestions)}</Property>
				</PropertyList>
			)}
			{readers.length > 0 && (
				<DialogSection title="BuildSpecs to check">
					<Consequences readers={readers} deletes={isCore ? null : deleted} isDone />
				</DialogSection>
			)}
			<DialogActions>
				<Button onClick={onClose} data-autofocus>
					Close
				</Button>
			</DialogActions>
		</Stack>
	);
}

interface WipeProblemProps {
	readonly error: unknown;
	/** `owner/name` */
	readonly full: string;
	/** Whether the console can look up the outcome. */
	readonly canLook: boolean;
	readonly onLook: () => void;
	/** The user checked what the console can't see. */
	readonly onLooked: () => void;
}

/** Why a wipe failed, or that its outcome is unknown. Never resends it: that requires typing the name again. */
export function WipeProblem({ error, full, canLook, onLook, onLooked }: WipeProblemProps) {
	const facts = errorFacts(error);
	const lookButton = (
		<SecondaryButton onClick={canLook ? onLook : onLooked}>
			{canLook ? 'Check result' : 'I’ve checked it myself'}
		</SecondaryButton>
	);
	if (error instanceof WipeRefused) {
		return (
			<Notice tone="warning" title={error.message}>
				{error.advice}
			</Notice>
		);
	}
	if (isSignInEnded(error)) {
		return (
			<Notice tone="warning" title="Your session expired, so nothing was wiped">
				Sign in again, then enter the name to confirm.
			</Notice>
		);
	}
	const isUnknown = isUnknownOutcome(error);
	if (!isUnknown && facts.code !== 'NOT_DONE') return <ErrorPanel title={`Couldn’t wipe ${full}`} error={facts} />;
	const title = isUnknown ? facts.message : `The connection was lost, and ${full} hasn’t been wiped yet`;
	return (
		<Notice tone="warning" title={title} action={lookButton}>
			{!isUnknown
				? 'The wipe may still be running. The console doesn’t retry it. Check the result before you wipe again.'
				: canLook
					? 'The console doesn’t retry the wipe. It checks the result when the service responds.'
					: `The console doesn’t retry the wipe. To find out whether the namespace was wiped, preview a BuildSpec that reads ${full}, or ask your admin.`}
		</Notice>
	);
}
