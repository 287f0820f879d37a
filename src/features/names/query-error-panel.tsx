import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';
import { useReachable } from '../session/queries.ts';

interface QueryErrorPanelProps {
	readonly title: string;
	readonly query: { readonly error: unknown; readonly refetch: () => unknown };
	readonly children?: ReactNode;
}

/** Why a query failed, with a button that runs it again. */
export const QueryErrorPanel = ({ title, query, children }: QueryErrorPanelProps) => (
	<ErrorPanel title={title} error={errorFacts(query.error)} onRetry={() => void query.refetch()}>
		{children}
	</ErrorPanel>
);

interface ListErrorPanelProps extends QueryErrorPanelProps {
	readonly query: QueryErrorPanelProps['query'] & { readonly isError: boolean; readonly data: unknown };
}

/** Why a list could not be read, or read again; nothing while the service is unreachable and the list of before is shown. */
export function ListErrorPanel({ title, query }: ListErrorPanelProps) {
	const isUnavailable = useReachable() === false;
	if (!query.isError || (isUnavailable && query.data !== undefined)) return null;
	return <QueryErrorPanel title={query.data === undefined ? title : 'The list could not be refreshed'} query={query} />;
}
