import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type DatasetSummary, formatCoordinate } from '#contract/dataset.ts';
import type { LinkEnd, ListedLink } from '#contract/link.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { isInNamespace } from '../../../storage/changes-elsewhere.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { DialogSection } from '../../../ui/primitives/section.tsx';
import { type NamespaceRef, type SpecUse, sumOf } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';
import { type ScrolledItem, ScrolledList } from '../scrolled-list.tsx';

export function WipeImpact({ namespace, facts }: { namespace: NamespaceRef; facts: NamespaceFacts }) {
	const { sees, affected, runs, runsNaming = [], drafts } = facts;
	return (
		<DialogSection title="Impact">
			<PropertyList aligned collapses numeric>
				<Fact name="Datasets" isSeen={sees.datasets} query={facts.datasets}>
					<Datasets items={facts.datasets.data?.items ?? []} />
				</Fact>
				<Fact name="Links" isSeen={sees.links} query={facts.links}>
					<Links namespace={namespace} items={facts.links.data?.items ?? []} />
				</Fact>
				<Fact name="Ingestions" isSeen={sees.ingestions} query={facts.ingestions}>
					{ingestionsLine(facts.ingestions.data?.items ?? [])}
				</Fact>
				<Fact name="BuildSpecs" isSeen query={affected.query}>
					<Specs uses={affected.uses} />
				</Fact>
				<Fact name="Runs" isSeen={sees.runs} query={runs}>
					{runsNaming.length === 0
						? 'No recent runs use this namespace.'
						: `${runs.data?.items.length === 1 ? 'The latest run' : `${formatCount(runsNaming.length)} of the latest ${countOf(runs.data?.items.length ?? 0, 'run')}`} ${runsNaming.length === 1 ? 'uses' : 'use'} this namespace. Outputs of runs that read its data are deleted too.`}
				</Fact>
				<Property name="Drafts">
					{drafts.length === 0
						? 'None in this browser'
						: `${countOf(drafts.length, 'draft')} in this browser ${drafts.length === 1 ? 'uses' : 'use'} this namespace. Drafts aren’t deleted.`}
				</Property>
				<Fact name="Shares" isSeen={sees.shares} query={facts.shares}>
					<Shares items={facts.shares.data ?? []} />
				</Fact>
				{facts.description !== null && (
					<Property name="Not deleted">The namespace itself, its shares, access tokens and all BuildSpecs</Property>
				)}
			</PropertyList>
		</DialogSection>
	);
}

interface FactProps {
	readonly name: string;
	readonly isSeen: boolean;
	readonly query: { readonly data: unknown; readonly isError: boolean; readonly error: unknown };
	readonly children: ReactNode;
}

const Fact = ({ name, isSeen, query: { data, isError, error }, children }: FactProps) =>
	isSeen && (
		<Property name={name}>
			{data !== undefined ? children : isError ? `Unknown. ${errorFacts(error).message}` : 'Loading…'}
		</Property>
	);

interface HitsProps {
	readonly what: string;
	readonly items: readonly ScrolledItem[];
	readonly none?: string;
	readonly children: ReactNode;
}

const Hits = ({ what, items, none = 'None', children }: HitsProps) =>
	items.length === 0 ? (
		none
	) : (
		<>
			{children}
			<ScrolledList label={`Affected ${what}`} items={items} />
		</>
	);

const Datasets = ({ items }: { items: readonly DatasetSummary[] }) => (
	<Hits
		what="datasets"
		items={items.map(({ datasetName, rows }) => ({
			key: datasetName,
			name: <code>{datasetName}</code>,
			note: countOf(rows, 'row'),
		}))}
	>
		{countOf(items.length, 'dataset')} with{' '}
		{countOf(
			sumOf(items, (item) => item.rows),
			'row',
		)}
		, {formatBytes(sumOf(items, (item) => item.bytes))}
	</Hits>
);

function Links({ namespace: { owner, namespace }, items }: { namespace: NamespaceRef; items: readonly ListedLink[] }) {
	const isThere = (end: LinkEnd) =>
		isInNamespace({ ...end, owner: end.username, datasetName: end.dataset }, owner, namespace);
	const within = items.filter(({ from, to }) => isThere(from) && isThere(to)).length;
	const leaving = items.filter(({ from }) => isThere(from)).length - within;
	return (
		<Hits
			what="links"
			items={items.map(({ id, from, to, matchType }) => ({
				key: id,
				name: (
					<code>
						{endName(from)} → {endName(to)}
					</code>
				),
				note: matchType === 'GeoMatch' ? 'nearby locations' : 'equal values',
			}))}
		>
			{countOf(items.length, 'link')}: {within} within the namespace, {leaving} outgoing,{' '}
			{items.length - within - leaving} incoming
		</Hits>
	);
}

const endName = (end: LinkEnd): string => `${end.namespace}/${end.dataset}.${end.columnName}`;

function ingestionsLine(items: readonly { readonly state: string }[]): string {
	if (items.length === 0) return 'None';
	const open = items.filter((item) => item.state === 'open' || item.state === 'committing').length;
	return `${countOf(items.length, 'ingestion')} that you can see${open === 0 ? '' : `, ${formatCount(open)} still in progress`}`;
}

/** Shares stay, but their users lose the rows. */
const Shares = ({ items }: { items: readonly { readonly username: string; readonly role: string }[] }) => (
	<Hits
		what="users"
		none="The namespace isn’t shared with anyone."
		items={items.map(({ username, role }) => ({ key: username, name: <code>{username}</code>, note: role }))}
	>
		{countOf(items.length, 'user')} {items.length === 1 ? 'loses' : 'lose'} these rows too, but{' '}
		{items.length === 1 ? 'keeps' : 'keep'} access to the namespace
	</Hits>
);

function Specs({ uses }: { uses: readonly SpecUse[] }) {
	const readers = uses.filter((use) => use.reads.length > 0).length;
	const writers = uses.filter((use) => use.writes.length > 0).length;
	return (
		<Hits
			what="BuildSpecs"
			none="None of your BuildSpecs use the namespace."
			items={uses.map(({ spec, reads, writes }) => ({
				key: spec.id,
				name: (
					<Link to={paths.buildSpec(spec.id)} target="_blank">
						{formatCoordinate(spec.destination)}
					</Link>
				),
				note: [
					...(writes.length > 0 ? ['writes to the namespace'] : []),
					...(reads.length > 0 ? [`reads ${reads.map((coordinate) => coordinate.datasetName).join(', ')}`] : []),
				].join(', '),
			}))}
		>
			{readers} of your BuildSpecs {readers === 1 ? 'reads' : 'read'} the namespace, {writers}{' '}
			{writers === 1 ? 'writes' : 'write'} to it
		</Hits>
	);
}

export function WipeUnseen({ facts: { sees } }: { facts: NamespaceFacts }) {
	const unlisted = [
		!sees.datasets && 'datasets and rows',
		!sees.links && 'links',
		!sees.runs && 'runs',
		!sees.ingestions && 'ingestions',
		!sees.shares && 'shares',
	].filter((what) => what !== false);
	return (
		<DialogSection title="Not visible to you">
			<Bullets tone="muted">
				{unlisted.length > 0 && <li>Not listed by this service: {unlisted.join(', ')}.</li>}
				{sees.links && <li>Links to or from datasets that aren’t shared with you.</li>}
				<li>Other people’s BuildSpecs that use the namespace.</li>
				<li>Drafts in other browsers, and copies of the rows elsewhere.</li>
			</Bullets>
		</DialogSection>
	);
}
