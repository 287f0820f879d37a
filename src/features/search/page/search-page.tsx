import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
	longestSearch,
	mostResults,
	type SearchResult,
	type SearchResults,
	search,
	searchKinds,
} from '#contract/search.ts';
import { keyName } from '../../../lib/browser/keys.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, loadDescription, useScope } from '../../session/queries.ts';
import { MarkedText } from '../marked-text-panel.tsx';
import { filteredText, kindLabel, kindLabels, parseSearch, resultContext, resultName, resultPath } from '../model.ts';
import { asksService, searchQuery } from '../queries.ts';
import { DocResults, docsType, useDocs } from './doc-results.tsx';
import classes from './search-page.module.css';

export const loadSearch = (queryClient: QueryClient) => loadDescription(queryClient);

const firstResults = 100;
/** Maximum docs below other results. */
const fewDocs = 5;
const noResults: SearchResults = { items: [], counts: {} };

export function SearchPage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	if (offers(description, search)) return <Results />;
	return (
		<PageFrame title="Search">
			<EmptyState title="This service doesn’t support search">
				Press {keyName('K')} to find BuildSpecs, pages, commands and discovered names.
			</EmptyState>
		</PageFrame>
	);
}

const inAddress = {
	read: (params: URLSearchParams) => ({ q: params.get('q') ?? '', type: params.get('type') ?? '' }),
	write: ({ q, type }: { q: string; type: string }) =>
		new URLSearchParams(Object.entries({ q, type }).filter(([, value]) => value !== '')),
};

function Results() {
	const { user } = useScope();
	const [{ q, type }, change] = useAddressSearch(inAddress);
	const [limit, setLimit] = useState<number>(firstResults);
	const list = useRef<HTMLOListElement>(null);
	const parsed = parseSearch(q, user);
	const kind = searchKinds.find((kind) => kind === type);
	const isDocs = type === docsType || parsed.isDocs;
	const docs = useDocs({ ...parsed, isDocs });
	const wanted = { ...parsed, words: parsed.isDocs ? '' : parsed.words, kinds: kind ? [kind] : parsed.kinds };
	const query = useQuery({ ...searchQuery(wanted, limit), placeholderData: keepPreviousData });
	const isAsked = isDocs || asksService(wanted);
	// Without words, there is nothing to ask the service.
	const data = parsed.isDocs || (isDocs && parsed.words === '') ? noResults : query.data;
	const counts = data?.counts ?? {};
	const served = (wanted.kinds ?? searchKinds).reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
	const isAll = kind === undefined && parsed.kinds === null && !isDocs;
	const total = isDocs ? docs.length : served + (isAll ? docs.length : 0);
	const isKnown = isDocs || (data !== undefined && !query.isPlaceholderData);
	const items = isDocs ? [] : (data?.items ?? []);
	// With all types, docs come last.
	const shownDocs = isDocs ? docs : isAll && items.length === served ? docs.slice(0, fewDocs) : [];
	return (
		<PageFrame title="Search" count={isAsked && isKnown ? total : undefined}>
			<TextInput
				type="search"
				maxLength={longestSearch}
				aria-label="Search query"
				placeholder="Search names, columns, descriptions, code and docs"
				description="Narrow the search with type:column, type:docs or owner:me."
				inputWrapperOrder={['input', 'description']}
				className={classes.field ?? ''}
				leftSection={<IconSearch size={16} aria-hidden />}
				value={q}
				onChange={(event) => change({ q: event.currentTarget.value })}
			/>
			{!isAsked ? (
				<EmptyState title="Search this service">
					Find namespaces, datasets, columns, BuildSpecs, links and docs by name, description and content. Small typos
					are fine.
				</EmptyState>
			) : (
				<>
					<Inline component="nav" gap={2} aria-label="Result types" className={classes.kinds}>
						{!parsed.isDocs && (
							<Facet
								to={paths.search(q)}
								isChosen={kind === undefined && !isDocs}
								count={isKnown ? sumOf(counts) + docs.length : undefined}
							>
								All
							</Facet>
						)}
						{searchKinds
							.filter((candidate) => candidate === kind || (counts[candidate] ?? 0) > 0)
							.map((candidate) => (
								<Facet
									key={candidate}
									to={paths.search(q, candidate)}
									isChosen={candidate === kind}
									count={counts[candidate] ?? 0}
								>
									{kindLabels[candidate]}
								</Facet>
							))}
						{(isDocs || docs.length > 0) && (
							<Facet to={paths.search(q, docsType)} isChosen={isDocs} count={docs.length}>
								Docs
							</Facet>
						)}
					</Inline>
					{data === undefined && !isDocs && query.isPending && <LoadingRows />}
					{!parsed.isDocs && <QueryErrorPanel title="Search failed" query={query} />}
					<VisuallyHidden role="status">
						{!isKnown ? '' : total === 0 ? 'No results' : countOf(total, 'result')}
					</VisuallyHidden>
					{isKnown && items.length === 0 && shownDocs.length === 0 && (
						<EmptyState title={wanted.words === '' ? `No ${filteredText(wanted)}` : `No results for "${q}"`}>
							{wanted.words === ''
								? 'Choose another type or owner, or enter a search term.'
								: 'Check the spelling, use fewer words, or search all types.'}
						</EmptyState>
					)}
					{items.length > 0 && (
						<Stack component="ol" ref={list} aria-label="Results" aria-busy={query.isPlaceholderData}>
							{items.map((result) => (
								<Result key={`${result.kind} ${resultPath(result)} ${resultName(result)}`} result={result} />
							))}
						</Stack>
					)}
					{(isKnown || query.isError) && <DocResults found={shownDocs} words={parsed.words} isAlone={isDocs} />}
					{isKnown && isAll && shownDocs.length > 0 && shownDocs.length < docs.length && (
						<Link to={paths.search(q, docsType)}>Show all {countOf(docs.length, 'result')} in docs</Link>
					)}
					{!isDocs && items.length < served && limit < mostResults && (
						<Inline>
							<Button
								variant="default"
								onClick={() => {
									// The button disappears, so focus moves to what it loaded.
									list.current?.querySelector<HTMLElement>('li:last-child a')?.focus();
									setLimit(mostResults);
								}}
							>
								Show more ({countOf(served, 'result')} in total)
							</Button>
						</Inline>
					)}
					{!isDocs && isKnown && items.length < served && limit === mostResults && (
						<Muted component="p">
							Showing the first {formatCount(items.length)} of {countOf(served, 'result')}. Narrow your search to see
							others.
						</Muted>
					)}
				</>
			)}
		</PageFrame>
	);
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
	Object.values(counts).reduce((sum, count) => sum + count, 0);

interface FacetProps {
	readonly to: string;
	readonly isChosen: boolean;
	/** Undefined until known. */
	readonly count: number | undefined;
	readonly children: ReactNode;
}

const Facet = ({ to, isChosen, count, children }: FacetProps) => (
	<Link to={to} replace className={classes.facet} aria-current={isChosen || undefined}>
		{children} {count !== undefined && <Muted numeric>{formatCount(count)}</Muted>}
	</Link>
);

function Result({ result }: { result: SearchResult }) {
	const { kind, excerpt, words } = result;
	const context = resultContext(result);
	return (
		<Stack component="li" ruled="below" py={2}>
			<Inline gap={[0, 3]} align="baseline">
				<Link to={resultPath(result)} className={classes.name}>
					<MarkedText text={resultName(result)} words={words} />
				</Link>
				<Muted>{kindLabel[kind]}</Muted>
				{context !== '' && (
					<Muted mono breaks>
						<MarkedText text={context} words={words} />
					</Muted>
				)}
			</Inline>
			{excerpt !== null && (
				<Muted breaks mono={excerpt.from === 'code'}>
					{excerpt.line !== null && `Line ${excerpt.line}: `}
					<MarkedText text={excerpt.text} words={words} />
				</Muted>
			)}
		</Stack>
	);
}
