import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ListedLink, listLinks, suggestLinks } from '#contract/link.ts';
import { setOrDelete, useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { UnreadableNotice } from '../../names/notice-panel.tsx';
import { ListErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';
import { linkText, NewLinkButton, SuggestionsButton } from '../link-parts.tsx';
import { linksQuery } from '../queries.ts';
import { LinkDetails } from './link-details.tsx';
import classes from './links.module.css';
import { LinksTable } from './links-table.tsx';

export const loadLinks = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listLinks)) void queryClient.prefetchQuery(linksQuery());
	return null;
};

const viewLabels = { table: 'Table', graph: 'Graph' } as const;
type View = keyof typeof viewLabels;
const views: readonly View[] = ['table', 'graph'];
const graph = lazyPart(() => import('./links-graph.tsx'), 'LinksGraph');

export function LinksPage() {
	const isListed = useOffers(listLinks);
	const canSuggest = useOffers(suggestLinks);
	const links = useQuery({ ...linksQuery(), enabled: isListed });
	return (
		<PageFrame
			title="Links"
			count={links.data?.items.length}
			fill
			actions={
				<>
					{canSuggest && <SuggestionsButton>Suggest links</SuggestionsButton>}
					<NewLinkButton />
				</>
			}
		>
			{!isListed && (
				<EmptyState title="This service doesn’t list links" action={<NewLinkButton />}>
					You can still create links.
				</EmptyState>
			)}
			{isListed && links.isPending && <LoadingRows />}
			<ListErrorPanel title="Couldn’t load links" query={links} />
			<UnreadableNotice count={links.data?.unreadable.length ?? 0} of="link" />
			{links.data?.items.length === 0 && (
				<EmptyState title="No links yet" action={<NewLinkButton />}>
					{linkText}
				</EmptyState>
			)}
			{links.data !== undefined && links.data.items.length > 0 && <Listing links={links.data.items} />}
		</PageFrame>
	);
}

function Listing({ links }: { links: readonly ListedLink[] }) {
	const viewing = useViews<View>(views, 'table');
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const picked = params.get('link');
	const link = useMemo(() => links.find((link) => link.id === picked) ?? null, [links, picked]);
	const pick = (id: string | null) => edit((search) => setOrDelete(search, 'link', id));
	return (
		<>
			<ViewTabs viewing={viewing} labels={viewLabels} />
			<ViewPanel viewing={viewing}>
				<Inline
					gap={4}
					nowrap
					align="stretch"
					fill
					pt={3}
					className={classes.panes}
					data-open={link !== null || undefined}
				>
					<Stack fill pb={3} className={classes.main}>
						{viewing.view === 'table' ? (
							<LinksTable links={links} />
						) : (
							<LazyPart part={graph} props={{ links, picked, onPick: pick }} />
						)}
					</Stack>
					{link !== null && <LinkDetails key={link.id} link={link} onClose={() => pick(null)} />}
				</Inline>
			</ViewPanel>
		</>
	);
}
