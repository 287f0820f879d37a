import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';

interface QueryErrorPanelProps {
	readonly title: string;
	/** With `refetch`, the panel has a button that tries again. */
	readonly query: { readonly error: unknown; readonly refetch?: () => unknown };
	/** What else can be done. */
	readonly children?: ReactNode;
}

/** Why a query or mutation failed; nothing if it didn't. */
export function QueryErrorPanel({ title, query: { error, refetch }, children }: QueryErrorPanelProps) {
	if (error === null || error === undefined) return null;
	return (
		<ErrorPanel title={title} error={errorFacts(error)} onRetry={refetch && (() => void refetch())}>
			{children}
		</ErrorPanel>
	);
}
