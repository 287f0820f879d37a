import { useQuery } from '@tanstack/react-query';
import { listTokens } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { useSessionStore } from '../session/model.ts';
import { useOffers } from '../session/queries.ts';
import { tokenIdIn } from './model.ts';
import { tokenPermissionsQuery, tokensQuery } from './queries.ts';
import { TokenIdForm } from './token-id-form.tsx';
import { TokenRights } from './token-rights.tsx';

/** What the token that this browser uses may do, and with it its user. */
export function OwnRights() {
	const canList = useOffers(listTokens);
	const token = useSessionStore((state) => state.session?.token ?? '');
	const ownId = tokenIdIn(token);
	// A token may be no JWT: then the list says which one it is.
	const list = useQuery({ ...tokensQuery, enabled: ownId === null && canList });
	const id = ownId ?? list.data?.items.find((item) => item.current)?.id ?? null;
	const permissions = useQuery({ ...tokenPermissionsQuery(id ?? ''), enabled: id !== null });
	if (id === null && !list.isFetching) {
		return (
			<EmptyState title="The token that you use does not tell its id">
				<p>This service says what a token may do by its id. Whoever gave you the token can tell you the id.</p>
				<TokenIdForm />
			</EmptyState>
		);
	}
	if (permissions.isPending) return <LoadingRows />;
	if (permissions.isError) {
		const gone = isApiError(permissions.error) && permissions.error.status === 404;
		return (
			<QueryErrorPanel
				title={
					gone ? 'The service does not know the token that you use by its id' : 'What you may do could not be read'
				}
				query={permissions}
			/>
		);
	}
	return <TokenRights permissions={permissions.data} isOwn />;
}
