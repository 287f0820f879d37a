import { Button, VisuallyHidden } from '@mantine/core';
import { IconBulb, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { type LinkEnd, type ListedLink, listLinks, suggestLinks } from '#contract/link.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Box, Inline } from '../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { MatchMark } from './match-mark.tsx';
import { coordinateOf, linkName } from './model.ts';
import classes from './panel.module.css';
import { type LinkPlace, linksQuery } from './queries.ts';

/** The links of a dataset, or of a whole namespace, in both directions. */
export function LinksPanel(place: LinkPlace) {
	const { owner, namespace, datasetName } = place;
	const { data: description = null } = useQuery(descriptionQuery);
	const isListed = offers(description, listLinks);
	const links = useQuery({ ...linksQuery({ owner, namespace, datasetName }), enabled: isListed });
	const what = datasetName === undefined ? 'namespace' : 'dataset';
	const actions = (
		<Inline gap={2} align="stretch" pb={2}>
			<Button
				component={Link}
				leftSection={<IconPlus size={16} aria-hidden />}
				to={paths.newLink(
					datasetName === undefined
						? {}
						: { from: { dataset: formatCoordinate({ owner, namespace, datasetName }), column: '' } },
				)}
			>
				New link
			</Button>
			{offers(description, suggestLinks) && (
				<Button
					component={Link}
					variant="default"
					leftSection={<IconBulb size={16} aria-hidden />}
					to={paths.linkSuggestions(place)}
				>
					Suggest links
				</Button>
			)}
		</Inline>
	);
	if (!isListed) {
		return (
			<EmptyState title="This service does not list links" action={actions}>
				Links can be made, and the service says whether they existed already.
			</EmptyState>
		);
	}
	if (links.data === undefined) {
		return links.isError ? (
			<ErrorPanel
				title="The links could not be listed"
				error={errorFacts(links.error)}
				onRetry={() => void links.refetch()}
			/>
		) : (
			<LoadingRows rows={4} />
		);
	}
	const { items, unreadable } = links.data;
	if (items.length === 0) {
		return (
			<EmptyState title={`No links of this ${what} yet`} action={actions}>
				A link joins a column of it with a column of another dataset.
			</EmptyState>
		);
	}
	return (
		<Box fill scroll pb={5}>
			{actions}
			{unreadable.length > 0 && (
				<Notice tone="warning" title={`${unreadable.length} of the links cannot be read and are left out`} />
			)}
			<SimpleTable hover cards="flow" className={classes.table} aria-label={`Links of this ${what}`}>
				<thead>
					<tr>
						<th scope="col">From</th>
						<th scope="col">To</th>
						<th scope="col">Match</th>
						<th scope="col">Direction</th>
						<th scope="col">
							<VisuallyHidden>Evidence</VisuallyHidden>
						</th>
					</tr>
				</thead>
				<tbody>
					{items.map((it) => (
						<tr key={it.id}>
							<td>
								<End end={it.from} place={place} />
							</td>
							<td>
								<span className={classes.arrow}>→ </span>
								<End end={it.to} place={place} />
							</td>
							<td>
								<MatchMark type={it.matchType} />
							</td>
							<Muted component="td">{directionOf(it, place, what)}</Muted>
							<td>
								<Link to={paths.links({ link: it.id })} aria-label={`Evidence of ${linkName(it)}`}>
									Evidence
								</Link>
							</td>
						</tr>
					))}
				</tbody>
			</SimpleTable>
			<Muted component="p" spaced>
				Links with datasets that you may not read are not listed.
			</Muted>
		</Box>
	);
}

const isThere = ({ username, namespace, dataset }: LinkEnd, place: LinkPlace): boolean =>
	foldName(`${username}/${namespace}`) === foldName(`${place.owner}/${place.namespace}`) &&
	(place.datasetName === undefined || foldName(dataset) === foldName(place.datasetName));

function directionOf({ from, to }: ListedLink, place: LinkPlace, what: string): string {
	if (!isThere(from, place)) return 'into it';
	return isThere(to, place) ? `within the ${what}` : 'out of it';
}

function End({ end, place }: { end: LinkEnd; place: LinkPlace }) {
	const isHere = place.datasetName !== undefined && isThere(end, place);
	if (isHere) return <code>{end.columnName}</code>;
	return (
		<Link to={paths.dataset(coordinateOf(end), 'links')}>
			{end.namespace}/{end.dataset}.{end.columnName}
		</Link>
	);
}
