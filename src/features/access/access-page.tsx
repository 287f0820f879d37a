import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { listNamespaces } from '#contract/namespace.ts';
import { listTokens } from '#contract/token.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../ui/layout/views.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { namespacesQuery } from '../names/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { OwnRights } from './own-rights.tsx';
import { tokensQuery } from './queries.ts';
import { SharesView } from './shares-view.tsx';
import { TokensView } from './tokens-view.tsx';

export const loadAccess = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	if (offers(description, listTokens)) void queryClient.prefetchQuery(tokensQuery);
	return null;
};

const titles = { shares: 'Shares', tokens: 'Tokens', mine: 'What may I do?' } as const;
const views = ['shares', 'tokens', 'mine'] as const;

/** Who may what in my namespaces, what my tokens may, and what I may. */
export function AccessPage() {
	useSuspenseQuery(descriptionQuery);
	const viewing = useViews(views, 'shares');
	return (
		<PageFrame title="Access">
			<ViewTabs viewing={viewing} words={titles} />
			<ViewPanel viewing={viewing}>
				<Box pt={3} pb={5}>
					{viewing.view === 'shares' && <SharesView />}
					{viewing.view === 'tokens' && <TokensView />}
					{viewing.view === 'mine' && <OwnRights />}
				</Box>
			</ViewPanel>
		</PageFrame>
	);
}
