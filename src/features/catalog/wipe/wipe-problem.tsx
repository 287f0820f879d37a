import { Button } from '@mantine/core';
import { errorFacts } from '../../../api/error-facts.ts';
import { isSignInEnded, isUnknownOutcome } from '../../../api/lost-write.ts';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { WipeRefused } from './wipe-guard.ts';

interface WipeProblemProps {
	readonly error: unknown;
	/** `owner/name` */
	readonly full: string;
	/** Whether the service lets the console see what became of it. */
	readonly canLook: boolean;
	readonly onLook: () => void;
	/** The person looked where the console cannot. */
	readonly onLooked: () => void;
}

/** Why a wipe was not done, or that nobody knows. Nothing here sends it again: that takes the typed name anew. */
export function WipeProblem({ error, full, canLook, onLook, onLooked }: WipeProblemProps) {
	const facts = errorFacts(error);
	const lookButton = (
		<Button variant="default" onClick={canLook ? onLook : onLooked}>
			{canLook ? 'Look now' : 'I have looked myself'}
		</Button>
	);
	if (error instanceof WipeRefused) return <Notice tone="warning" title={error.message} />;
	if (isSignInEnded(error)) {
		return (
			<Notice tone="warning" title="Wiping was refused because your sign-in ended. Nothing was removed">
				Sign in again, and type the name anew if you still mean it.
			</Notice>
		);
	}
	const isUnknown = isUnknownOutcome(error);
	if (!isUnknown && facts.code !== 'NOT_DONE') return <ErrorPanel title={`${full} was not wiped`} error={facts} />;
	const title = isUnknown ? facts.message : `The answer was lost, and a look shows that ${full} is not wiped`;
	return (
		<Notice tone="warning" title={title} action={lookButton}>
			It was sent once and is not sent again.{' '}
			{!isUnknown
				? 'If the service is still at it, that shows later: look again before you type the name anew.'
				: canLook
					? 'What became of it is looked up as soon as the service answers.'
					: `Preview a BuildSpec that reads ${full}, or ask who runs the service, before you do anything else.`}
		</Notice>
	);
}
