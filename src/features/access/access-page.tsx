import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { listNamespaces } from '#contract/namespace.ts';
import { listTokens } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../ui/layout/views.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { namespacesQuery } from '../names/queries.ts';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { offers, useSessionStore } from '../session/model.ts';
import { descriptionQuery, useOffers } from '../session/queries.ts';
import { tokenIdIn } from './model.ts';
import { tokenPermissionsQuery, tokensQuery, useIsAdmin } from './queries.ts';
import { SharesView } from './shares-view.tsx';
import { TokenIdForm } from './token-id-form.tsx';
import { TokenRights } from './token-rights.tsx';
import { TokensView } from './tokens-view.tsx';
import { UsersView } from './users-view.tsx';

export const loadAccess = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	if (offers(description, listTokens)) void queryClient.prefetchQuery(tokensQuery);
	return null;
};

const titles = { shares: 'Shares', tokens: 'Tokens', mine: 'Your permissions', users: 'Users' } as const;
const views = ['shares', 'tokens', 'mine'] as const;
const viewsOfAdmin = [...views, 'users'] as const;

export function AccessPage() {
	useSuspenseQuery(descriptionQuery);
	const viewing = useViews(useIsAdmin() ? viewsOfAdmin : views, 'shares');
	return (
		<PageFrame title="Access">
			<ViewTabs viewing={viewing} labels={titles} />
			<ViewPanel viewing={viewing}>
				<Box pt={3} pb={5}>
					{viewing.view === 'shares' && <SharesView />}
					{viewing.view === 'tokens' && <TokensView />}
					{viewing.view === 'mine' && <OwnRights />}
					{viewing.view === 'users' && <UsersView />}
				</Box>
			</ViewPanel>
		</PageFrame>
	);
}

function OwnRights() {
	const canList = useOffers(listTokens);
	const token = useSessionStore((state) => state.session?.token ?? '');
	const ownId = tokenIdIn(token);
	// A token may not be a JWT; then the list identifies it.
	const list = useQuery({ ...tokensQuery, enabled: ownId === null && canList });
	const id = ownId ?? list.data?.items.find((item) => item.current)?.id ?? null;
	const permissions = useQuery({ ...tokenPermissionsQuery(id ?? ''), enabled: id !== null });
	if (id === null && !list.isFetching) {
		return (
			<EmptyState title="Your access token doesn’t include its ID">
				<p>
					This service looks up permissions by token ID. If you don’t know the ID, ask the person who gave you the
					token.
				</p>
				<TokenIdForm />
			</EmptyState>
		);
	}
	if (permissions.isPending) return <LoadingRows />;
	if (permissions.isError) {
		const gone = isApiError(permissions.error) && permissions.error.status === 404;
		return (
			<QueryErrorPanel
				title={gone ? 'The service doesn’t recognize this token ID' : 'Couldn’t load your permissions'}
				query={permissions}
			/>
		);
	}
	return <TokenRights permissions={permissions.data} isOwn />;
}
