import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';

interface QueryErrorPanelProps {
	readonly title: string;
	readonly query: { readonly error: unknown; readonly refetch: () => unknown };
	/** What else can be done. */
	readonly children?: ReactNode;
}

/** Why a query failed, with a button that runs it again. */
export const QueryErrorPanel = ({ title, query, children }: QueryErrorPanelProps) => (
	<ErrorPanel title={title} error={errorFacts(query.error)} onRetry={() => void query.refetch()}>
		{children}
	</ErrorPanel>
);
