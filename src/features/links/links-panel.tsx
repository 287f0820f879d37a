import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { type LinkEnd, type ListedLink, listLinks, suggestLinks } from '#contract/link.ts';
import { paths } from '../../routing/paths.ts';
import { Box, Inline } from '../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { UnreadableNotice } from '../names/notice-panel.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { useOffers } from '../session/queries.ts';
import { linkText, MatchMark, NewLinkButton, SuggestionsButton } from './link-parts.tsx';
import { coordinateOf, linkName } from './model.ts';
import classes from './panel.module.css';
import { type LinkScope, linksQuery } from './queries.ts';

export function LinksPanel(scope: LinkScope) {
	const { owner, namespace, datasetName } = scope;
	const isListed = useOffers(listLinks);
	const canSuggest = useOffers(suggestLinks);
	const links = useQuery({ ...linksQuery({ owner, namespace, datasetName }), enabled: isListed });
	const what = datasetName === undefined ? 'namespace' : 'dataset';
	const from =
		datasetName === undefined
			? undefined
			: { dataset: formatCoordinate({ owner, namespace, datasetName }), column: '' };
	const actions = (
		<Inline gap={2} align="stretch" pb={2}>
			<NewLinkButton from={from} />
			{canSuggest && <SuggestionsButton scope={scope}>Suggest links</SuggestionsButton>}
		</Inline>
	);
	if (!isListed) {
		return (
			<EmptyState title="This service doesn’t list links" action={actions}>
				You can still create links.
			</EmptyState>
		);
	}
	if (links.data === undefined) {
		return links.isError ? <QueryErrorPanel title="Couldn’t load links" query={links} /> : <LoadingRows rows={4} />;
	}
	const { items, unreadable } = links.data;
	if (items.length === 0) {
		return (
			<EmptyState title={`No links for this ${what} yet`} action={actions}>
				{linkText}
			</EmptyState>
		);
	}
	return (
		<Box fill scroll pb={5}>
			{actions}
			<UnreadableNotice count={unreadable.length} of="link" />
			<SimpleTable hover cards="flow" className={classes.table} aria-label={`Links for this ${what}`}>
				<thead>
					<tr>
						<th scope="col">From</th>
						<th scope="col">To</th>
						<th scope="col">Match</th>
						<th scope="col">Direction</th>
						<th scope="col">
							<VisuallyHidden>Details</VisuallyHidden>
						</th>
					</tr>
				</thead>
				<tbody>
					{items.map((item) => (
						<tr key={item.id}>
							<td>
								<End end={item.from} scope={scope} />
							</td>
							<td>
								<span className={classes.arrow}>→ </span>
								<End end={item.to} scope={scope} />
							</td>
							<td>
								<MatchMark type={item.matchType} />
							</td>
							<Muted component="td">{directionOf(item, scope, what)}</Muted>
							<td>
								<Link to={paths.links({ link: item.id })} aria-label={`Details of ${linkName(item)}`}>
									Details
								</Link>
							</td>
						</tr>
					))}
				</tbody>
			</SimpleTable>
			<Muted component="p" spaced>
				Links to or from datasets that you can’t read aren’t listed.
			</Muted>
		</Box>
	);
}

const isThere = ({ username, namespace, dataset }: LinkEnd, scope: LinkScope): boolean =>
	foldName(`${username}/${namespace}`) === foldName(`${scope.owner}/${scope.namespace}`) &&
	(scope.datasetName === undefined || foldName(dataset) === foldName(scope.datasetName));

function directionOf({ from, to }: ListedLink, scope: LinkScope, what: string): string {
	if (!isThere(from, scope)) return 'incoming';
	return isThere(to, scope) ? `within the ${what}` : 'outgoing';
}

function End({ end, scope }: { end: LinkEnd; scope: LinkScope }) {
	const isHere = scope.datasetName !== undefined && isThere(end, scope);
	if (isHere) return <code>{end.columnName}</code>;
	return (
		<Link to={paths.dataset(coordinateOf(end), 'links')}>
			{end.namespace}/{end.dataset}.{end.columnName}
		</Link>
	);
}
