import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorFacts } from '../../../api/error-facts.ts';
import { isSignInEnded, isUnknownOutcome } from '../../../api/lost-write.ts';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { LostWriteNotice } from '../../names/notice-panel.tsx';
import { useOnReconnect } from '../../session/queries.ts';

interface WriteProblemProps {
	readonly error: unknown;
	readonly title: string;
	readonly verb: string;
	readonly onAgain: () => void;
	readonly onLook: () => void;
	readonly children?: ReactNode;
}

/** Why a write failed, or that its outcome is unknown. Never resends it automatically. */
export function WriteProblem({ error, title, verb, onAgain, onLook, children }: WriteProblemProps) {
	useOnReconnect(isUnknownOutcome(error), onLook);
	if (isSignInEnded(error)) {
		return (
			<Notice tone="warning" title={title} action={<Button onClick={onAgain}>{verb} now</Button>}>
				Your session expired. Your changes are still here.
			</Notice>
		);
	}
	if (isUnknownOutcome(error)) {
		return (
			<LostWriteNotice error={error} onLook={onLook}>
				Your changes are still here. The console checks the result when the service responds.
			</LostWriteNotice>
		);
	}
	return (
		<ErrorPanel title={title} error={errorFacts(error)} onRetry={onAgain}>
			{children}
		</ErrorPanel>
	);
}
