import type { ReactNode } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';
import { useReachable } from '../session/queries.ts';

interface QueryErrorPanelProps {
	readonly title: string;
	/** With `refetch`, the panel has a retry button. */
	readonly query: { readonly error: unknown; readonly refetch?: () => unknown };
	/** Further actions. */
	readonly children?: ReactNode;
}

/** Why a query or mutation failed; renders nothing if it didn't. */
export function QueryErrorPanel({ title, query: { error, refetch }, children }: QueryErrorPanelProps) {
	if (error === null || error === undefined) return null;
	return (
		<ErrorPanel title={title} error={errorFacts(error)} onRetry={refetch && (() => void refetch())}>
			{children}
		</ErrorPanel>
	);
}

interface ListErrorPanelProps extends QueryErrorPanelProps {
	readonly query: QueryErrorPanelProps['query'] & { readonly data: unknown };
}

/** Why a list couldn't be read or refreshed. Renders nothing while the service is unreachable and the old list is shown. */
export function ListErrorPanel({ title, query }: ListErrorPanelProps) {
	const isUnavailable = useReachable() === false;
	if (isUnavailable && query.data !== undefined) return null;
	return <QueryErrorPanel title={query.data === undefined ? title : 'Couldn’t refresh the list'} query={query} />;
}
