import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { Notice } from '../../ui/states/states.tsx';

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
		action={
			<Button variant="default" onClick={onLook}>
				Look now
			</Button>
		}
	>
		{children}
	</Notice>
);
