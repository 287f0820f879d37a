import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { countOf } from '../../lib/format.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { Notice } from '../../ui/states/states.tsx';

/** Shows that a list lacks items in an unknown format. @param of for example "run" */
export const UnreadableNotice = ({ count, of }: { count: number; of: string }) =>
	count > 0 && (
		<Box pb={3}>
			<Notice
				tone="warning"
				title={`${countOf(count, of)} couldn’t be read and ${count === 1 ? 'isn’t' : 'aren’t'} shown`}
			>
				The service returned data in a format that this console doesn’t support.
			</Notice>
		</Box>
	);

interface LostWriteNoticeProps {
	/** An error with unknown outcome (`isUnknownOutcome`). */
	readonly error: unknown;
	readonly onLook: () => void;
	readonly children: ReactNode;
}

/** Shows that the response to a write was lost, with a button to look up the outcome. */
export const LostWriteNotice = ({ error, onLook, children }: LostWriteNoticeProps) => (
	<Notice
		tone="warning"
		title={errorFacts(error).message}
		action={<SecondaryButton onClick={onLook}>Refresh</SecondaryButton>}
	>
		{children}
	</Notice>
);
