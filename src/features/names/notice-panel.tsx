import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { Notice } from '../../ui/states/states.tsx';

/** Says that a list lacks the items that the service sent in an unknown shape. @param of for example "runs" */
export const UnreadableNotice = ({ count, of }: { count: number; of: string }) =>
	count > 0 && (
		<Box pb={3}>
			<Notice tone="warning" title={`${formatCount(count)} of ${of} couldn’t be read and aren’t shown`} />
		</Box>
	);

interface LostWriteNoticeProps {
	/** Its outcome is unknown (`isUnknownOutcome`). */
	readonly error: unknown;
	readonly onLook: () => void;
	readonly children: ReactNode;
}

/** Says that the answer to a write was lost, and offers to look up what became of it. */
export const LostWriteNotice = ({ error, onLook, children }: LostWriteNoticeProps) => (
	<Notice
		tone="warning"
		title={errorFacts(error).message}
		action={<SecondaryButton onClick={onLook}>Refresh</SecondaryButton>}
	>
		{children}
	</Notice>
);
