import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';

interface QueryErrorPanelProps {
	readonly title: string;
	readonly query: { readonly error: unknown; readonly refetch: () => unknown };
}

/** Why a query failed, with a button that runs it again. */
export const QueryErrorPanel = ({ title, query }: QueryErrorPanelProps) => (
	<ErrorPanel title={title} error={errorFacts(query.error)} onRetry={() => void query.refetch()} />
);
