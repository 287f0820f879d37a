import { Button, Checkbox, Select } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCoordinate, joinNames, listDatasets, splitNames } from '#contract/dataset.ts';
import { type LinkSuggestion, suggestLinks } from '#contract/link.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { datasetsQuery, useKnownNamespaces } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { loadDescription, useOffers, useReachable, useScope } from '../../session/queries.ts';
import { type LinkScope, linkKeys, suggestionsQuery } from '../queries.ts';
import { SuggestionRow } from './suggestion-row.tsx';
import classes from './suggestions.module.css';
import { suggestionKey, useAcceptSuggestions } from './use-accept-suggestions.ts';

export const loadLinkSuggestions = loadDescription;

/** Links suggested by the values of a dataset or namespace, several of which can be created at once. */
export function LinkSuggestionsPage() {
	const { user: me } = useScope();
	const [params, setParams] = useAddressParams();
	const namespaces = useKnownNamespaces();
	const first = namespaces.find((namespace) => namespace.owner === me) ?? namespaces[0];
	const owner = params.get('username') ?? first?.owner;
	const namespace = params.get('namespace') ?? first?.namespace;
	const datasetName = params.get('dataset') ?? undefined;
	const scope: LinkScope | null =
		owner === undefined || namespace === undefined ? null : { owner, namespace, datasetName };
	const isOffered = useOffers(suggestLinks);
	const listsDatasets = useOffers(listDatasets);
	const datasets = useQuery({
		...datasetsQuery(owner ?? '', namespace ?? ''),
		enabled: isOffered && listsDatasets && scope !== null,
	});
	if (!isOffered) {
		return (
			<PageFrame title="Suggested links">
				<EmptyState
					title="This service doesn’t suggest links"
					action={
						<Button
							component={Link}
							to={paths.newLink(
								datasetName === undefined || scope === null
									? {}
									: { from: { dataset: formatCoordinate({ ...scope, datasetName }), column: '' } },
							)}
						>
							New link
						</Button>
					}
				>
					You can link any two columns whose names you know.
				</EmptyState>
			</PageFrame>
		);
	}
	const all = [...namespaces, ...(scope === null ? [] : [scope])];
	const names = [...new Set(all.map(({ owner, namespace }) => joinNames([owner, namespace])))];
	const known = [...(datasets.data?.items ?? []), { datasetName }].flatMap((item) => item.datasetName ?? []);
	return (
		<PageFrame title="Suggested links">
			<Inline gap={3} align="stretch" pb={4} className={classes.bar}>
				<Select
					label="Namespace"
					data={[...new Set(names)]}
					searchable
					allowDeselect={false}
					value={scope === null ? null : joinNames([scope.owner, scope.namespace])}
					onChange={(value) => {
						const [username = '', name = ''] = splitNames(value ?? '');
						setParams({ username, namespace: name });
					}}
				/>
				<Select
					label="Dataset"
					placeholder="All datasets"
					clearable
					searchable
					clearButtonProps={{ 'aria-label': 'Show all datasets' }}
					data={[...new Set(known)]}
					value={datasetName ?? null}
					onChange={(value) =>
						setParams({
							...(scope === null ? {} : { username: scope.owner, namespace: scope.namespace }),
							...(value === null ? {} : { dataset: value }),
						})
					}
				/>
			</Inline>
			{scope === null ? (
				<EmptyState
					title="No namespaces yet"
					action={<LinkButton to={paths.namespaces()}>Go to Namespaces</LinkButton>}
				>
					Suggested links connect matching columns of the datasets in a namespace.
				</EmptyState>
			) : (
				<Suggestions key={JSON.stringify(scope)} scope={scope} />
			)}
		</PageFrame>
	);
}

function Suggestions({ scope }: { scope: LinkScope }) {
	const queryClient = useQueryClient();
	const found = useQuery(suggestionsQuery(scope));
	const { accept, isPending, summary, resultOf } = useAcceptSuggestions();
	const isUnavailable = useReachable() === false;
	/** Selected or deselected by the user. Otherwise, those that match at most one row are selected. */
	const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
	const isChosen = (candidate: LinkSuggestion): boolean => picked.get(suggestionKey(candidate)) ?? candidate.toUnique;
	if (found.data === undefined) {
		return found.isError ? (
			<QueryErrorPanel title="Couldn’t load link suggestions" query={found} />
		) : (
			<>
				<Muted component="p" numeric>
					Comparing values across datasets. This can take a few seconds.
				</Muted>
				<LoadingRows rows={5} />
				<div>
					<Button variant="default" onClick={() => void queryClient.cancelQueries({ queryKey: linkKeys.suggestions })}>
						Stop comparing
					</Button>
				</div>
			</>
		);
	}
	const { items, compared, leftOut } = found.data;
	const open = items.filter((item) => resultOf(item) === null);
	const chosen = open.filter(isChosen);
	const pick = (candidates: readonly LinkSuggestion[], isPicked: boolean) =>
		setPicked(new Map([...picked, ...candidates.map((item) => [suggestionKey(item), isPicked] as const)]));
	return (
		<Stack gap={3}>
			{leftOut > 0 && (
				<Notice
					tone="warning"
					title={`${formatCount(leftOut)} of ${countOf(compared + leftOut, 'dataset')} ${leftOut === 1 ? 'wasn’t' : 'weren’t'} compared`}
					action={
						<Button variant="default" onClick={() => void found.refetch()}>
							Compare again
						</Button>
					}
				>
					The data was too large, or the comparison ran out of time. Suggestions cover only the datasets that were
					compared.
				</Notice>
			)}
			{items.length === 0 ? (
				<EmptyState title="No links to suggest">No unlinked columns share values.</EmptyState>
			) : (
				<>
					<Inline gap={[2, 4]}>
						<Checkbox
							label={`${formatCount(chosen.length)} of ${formatCount(open.length)} selected`}
							checked={chosen.length === open.length && open.length > 0}
							indeterminate={chosen.length > 0 && chosen.length < open.length}
							disabled={open.length === 0}
							onChange={(event) => pick(open, event.currentTarget.checked)}
						/>
						<Button
							leftSection={<IconLink size={16} aria-hidden />}
							loading={isPending}
							disabled={chosen.length === 0 || isUnavailable}
							onClick={() => accept(chosen)}
						>
							{chosen.length === 1 ? 'Create 1 link' : `Create ${formatCount(chosen.length)} links`}
						</Button>
						<Muted role="status" numeric>
							{summary}
						</Muted>
					</Inline>
					<Stack component="ul" ruled="above" aria-label="Suggested links">
						{items.map((item) => (
							<SuggestionRow
								key={suggestionKey(item)}
								suggestion={item}
								isChosen={isChosen(item)}
								result={resultOf(item)}
								onToggle={() => pick([item], !isChosen(item))}
							/>
						))}
					</Stack>
				</>
			)}
			<Muted component="p" numeric>
				Compared {countOf(compared, 'dataset')} by values, types and names. Existing links aren’t suggested.
			</Muted>
		</Stack>
	);
}
