import { Button, Checkbox, Select } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listDatasets } from '#contract/dataset.ts';
import { type LinkSuggestion, suggestLinks } from '#contract/link.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { datasetsQuery, useKnownNamespaces } from '../names/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../session/queries.ts';
import { type LinkPlace, linkKeys, suggestionsQuery } from './queries.ts';
import { SuggestionRow } from './suggestion-row.tsx';
import classes from './suggestions.module.css';
import { useAccept } from './use-accept.ts';

export const loadSuggestions = (queryClient: QueryClient) => async () => {
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

/** Links that the values of a dataset, or of a whole namespace, speak for; several are made at once. */
export function LinkSuggestionsPage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const { user: me } = useScope();
	const [params, setParams] = useAddressParams();
	const namespaces = useKnownNamespaces();
	const first = namespaces.find((it) => it.owner === me) ?? namespaces[0];
	const owner = params.get('username') ?? first?.owner;
	const namespace = params.get('namespace') ?? first?.namespace;
	const datasetName = params.get('dataset') ?? undefined;
	const place: LinkPlace | null =
		owner === undefined || namespace === undefined ? null : { owner, namespace, datasetName };
	const isOffered = offers(description, suggestLinks);
	const datasets = useQuery({
		...datasetsQuery(owner ?? '', namespace ?? ''),
		enabled: isOffered && offers(description, listDatasets) && place !== null,
	});
	if (!isOffered) {
		return (
			<PageFrame title="Suggested links">
				<EmptyState title="This service does not suggest links">
					The builder tries any link that you have in mind.
				</EmptyState>
			</PageFrame>
		);
	}
	const names = [
		...new Set([
			...namespaces.map((it) => `${it.owner}/${it.namespace}`),
			...(place === null ? [] : [`${owner}/${namespace}`]),
		]),
	];
	return (
		<PageFrame title="Suggested links">
			<Inline gap={3} align="stretch" className={classes.bar}>
				<Select
					label="Namespace"
					data={names}
					searchable
					allowDeselect={false}
					value={place === null ? null : `${owner}/${namespace}`}
					onChange={(value) => {
						const [username = '', name = ''] = (value ?? '').split('/');
						setParams({ username, namespace: name });
					}}
				/>
				<Select
					label="Dataset"
					placeholder="All of its datasets"
					clearable
					searchable
					clearButtonProps={{ 'aria-label': 'All of its datasets' }}
					data={[
						...new Set([
							...(datasets.data?.items.map((it) => it.datasetName) ?? []),
							...(datasetName === undefined ? [] : [datasetName]),
						]),
					]}
					value={datasetName ?? null}
					onChange={(value) =>
						setParams((before) => {
							if (place !== null) {
								before.set('username', place.owner);
								before.set('namespace', place.namespace);
							}
							if (value === null) before.delete('dataset');
							else before.set('dataset', value);
							return before;
						})
					}
				/>
			</Inline>
			{place === null ? (
				<EmptyState title="No namespaces yet">Links are suggested for the datasets of a namespace.</EmptyState>
			) : (
				<Suggestions key={JSON.stringify(place)} place={place} />
			)}
		</PageFrame>
	);
}

const keyOf = ({ from, to, matchType }: LinkSuggestion): string => JSON.stringify([from, to, matchType]);

function Suggestions({ place }: { place: LinkPlace }) {
	const queryClient = useQueryClient();
	const query = suggestionsQuery(place);
	const found = useQuery(query);
	const accept = useAccept();
	const away = useReachable() === false;
	const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
	if (found.data === undefined) {
		return found.isError ? (
			<ErrorPanel
				title="No links could be suggested"
				error={errorFacts(found.error)}
				onRetry={() => void found.refetch()}
			/>
		) : (
			<>
				<Muted component="p" numeric>
					Comparing the values of the datasets. This can take some seconds.
				</Muted>
				<LoadingRows rows={5} />
				<div>
					<Button variant="default" onClick={() => void queryClient.cancelQueries({ queryKey: linkKeys.suggestions })}>
						Stop
					</Button>
				</div>
			</>
		);
	}
	const { items, compared, leftOut } = found.data;
	const open = items.filter((it) => accept.resultOf(keyOf(it)) === null);
	const chosen = open.filter((it) => !left.has(keyOf(it)));
	const set = (key: string, isChosen: boolean) => {
		const next = new Set(left);
		if (isChosen) next.delete(key);
		else next.add(key);
		setLeft(next);
	};
	return (
		<Stack gap={3}>
			{leftOut > 0 && (
				<Notice
					tone="warning"
					title={`${countOf(leftOut, 'dataset')} of ${formatCount(compared + leftOut)} ${leftOut === 1 ? 'was' : 'were'} not compared`}
					action={
						<Button variant="default" onClick={() => void found.refetch()}>
							Look again
						</Button>
					}
				>
					There was no time, or they are too large. What was learned of the others is kept.
				</Notice>
			)}
			{items.length === 0 ? (
				<EmptyState title="No links to suggest">
					{countOf(compared, 'dataset')} compared. No column holds the values of another that it is not linked with yet.
				</EmptyState>
			) : (
				<>
					<Inline gap={[2, 4]}>
						<Checkbox
							label={`${formatCount(chosen.length)} of ${formatCount(open.length)} chosen`}
							checked={chosen.length === open.length && open.length > 0}
							indeterminate={chosen.length > 0 && chosen.length < open.length}
							disabled={open.length === 0}
							onChange={(event) => setLeft(event.currentTarget.checked ? new Set() : new Set(open.map(keyOf)))}
						/>
						<Button
							leftSection={<IconLink size={16} aria-hidden />}
							loading={accept.isPending}
							disabled={chosen.length === 0 || away}
							onClick={() => accept.all(chosen.map((it) => ({ key: keyOf(it), suggestion: it })))}
						>
							{chosen.length === 1 ? 'Create one link' : `Create ${formatCount(chosen.length)} links`}
						</Button>
						<Muted role="status" numeric>
							{accept.told}
						</Muted>
					</Inline>
					<ul className={classes.list} aria-label="Suggested links">
						{items.map((it) => (
							<SuggestionRow
								key={keyOf(it)}
								suggestion={it}
								isChosen={!left.has(keyOf(it))}
								result={accept.resultOf(keyOf(it))}
								onChoose={(isChosen) => set(keyOf(it), isChosen)}
							/>
						))}
					</ul>
				</>
			)}
			<Muted component="p" numeric>
				{countOf(compared, 'dataset')} compared, by their values, types and names. Links that exist are not suggested.
			</Muted>
		</Stack>
	);
}
