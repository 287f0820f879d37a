import { useQuery } from '@tanstack/react-query';
import { listTokens } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { offers, useSessionStore } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { tokenIdIn } from './model.ts';
import { tokenPermissionsQuery, tokensQuery } from './queries.ts';
import { TokenIdForm } from './token-id-form.tsx';
import { TokenRights } from './token-rights.tsx';

/** What the token that this browser uses may do, and with it its user. */
export function OwnRights() {
	const { data: description = null } = useQuery(descriptionQuery);
	const token = useSessionStore((state) => state.session?.token ?? '');
	const told = tokenIdIn(token);
	// A token may be no JWT: then the list says which one it is.
	const list = useQuery({ ...tokensQuery, enabled: told === null && offers(description, listTokens) });
	const id = told ?? list.data?.items.find((it) => it.current)?.id ?? null;
	const permissions = useQuery({ ...tokenPermissionsQuery(id ?? ''), enabled: id !== null });
	if (id === null) return list.isFetching ? <LoadingRows /> : <Unknown />;
	if (permissions.isPending) return <LoadingRows />;
	if (permissions.isError) {
		const gone = isApiError(permissions.error) && permissions.error.status === 404;
		return (
			<ErrorPanel
				title={
					gone ? 'The service does not know the token that you use by its id' : 'What you may do could not be read'
				}
				error={errorFacts(permissions.error)}
				onRetry={() => void permissions.refetch()}
			/>
		);
	}
	return <TokenRights permissions={permissions.data} isOwn />;
}

/** The token does not tell its id, and the service does not list tokens. */
function Unknown() {
	return (
		<EmptyState title="The token that you use does not tell its id">
			<p>This service says what a token may do by its id. Whoever gave you the token can tell you the id.</p>
			<TokenIdForm />
		</EmptyState>
	);
}
