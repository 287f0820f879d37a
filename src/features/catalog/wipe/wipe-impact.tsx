import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import type { LinkEnd, ListedLink } from '#contract/link.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { isInNamespace } from '../../../storage/namespace-renames.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { type NamespaceRef, sumOf } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';
import { ScrolledList } from '../scrolled-list.tsx';
import { SheetSection } from '../sheet-section.tsx';

interface WipeImpactProps {
	readonly namespace: NamespaceRef;
	readonly facts: NamespaceFacts;
}

/** What a wipe hits, with numbers, as far as it can be seen. */
export function WipeImpact({ namespace, facts }: WipeImpactProps) {
	const { sees, affected, runs, runsNaming = [], drafts } = facts;
	return (
		<SheetSection label="What is hit">
			<PropertyList aligned collapses numeric>
				<Fact name="Datasets" isSeen={sees.datasets} query={facts.datasets}>
					<Datasets facts={facts} />
				</Fact>
				<Fact name="Links" isSeen={sees.links} query={facts.links}>
					<Links namespace={namespace} facts={facts} />
				</Fact>
				<Fact name="Ingestions" isSeen={sees.ingestions} query={facts.ingestions}>
					<Ingestions facts={facts} />
				</Fact>
				<Fact name="BuildSpecs" isSeen query={affected.query}>
					<Specs facts={facts} />
				</Fact>
				<Fact name="Runs" isSeen={sees.runs} query={runs}>
					{runsNaming.length === 0
						? 'None of the latest runs names it.'
						: `${countOf(runsNaming.length, 'run')} of the latest ${runs.data?.items.length ?? 0} name it. What they made of its rows goes with them.`}
				</Fact>
				<Property name="Drafts">
					{drafts.length === 0
						? 'None in this browser.'
						: `${countOf(drafts.length, 'draft')} in this browser ${drafts.length === 1 ? 'names' : 'name'} it. Drafts stay.`}
				</Property>
				<Fact name="Shares" isSeen={sees.shares} query={facts.shares}>
					<Shares facts={facts} />
				</Fact>
				{facts.description !== null && (
					<Property name="Stays">
						The namespace itself, who it is shared with, access tokens, and everybody’s BuildSpecs.
					</Property>
				)}
			</PropertyList>
		</SheetSection>
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
			{data !== undefined ? children : isError ? `Not known: ${errorFacts(error).message}` : 'Looking…'}
		</Property>
	);

function Datasets({ facts }: { facts: NamespaceFacts }) {
	const items = facts.datasets.data?.items ?? [];
	if (items.length === 0) return 'None.';
	const rows = sumOf(items, (item) => item.rows);
	const bytes = sumOf(items, (item) => item.bytes);
	return (
		<>
			{countOf(items.length, 'dataset')} with {countOf(rows, 'row')}, {formatBytes(bytes)}
			<ScrolledList label="Datasets that are hit">
				{items.map((item) => (
					<li key={item.datasetName}>
						<code>{item.datasetName}</code>
						<span>{countOf(item.rows, 'row')}</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

function Links({ namespace, facts }: WipeImpactProps) {
	const links = facts.links.data?.items ?? [];
	if (links.length === 0) return 'None.';
	const directions = links.map((link) => directionOf(link, namespace));
	const of = (direction: string) => directions.filter((other) => other === direction).length;
	return (
		<>
			{countOf(links.length, 'link')}: {of('within')} within it, {of('out')} out of it, {of('in')} into it
			<ScrolledList label="Links that are hit">
				{links.map((link) => (
					<li key={link.id}>
						<code>
							{endName(link.from)} → {endName(link.to)}
						</code>
						<span>{link.matchType}</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

function directionOf({ from, to }: ListedLink, { owner, namespace }: NamespaceRef): 'within' | 'out' | 'in' {
	const isThere = (end: LinkEnd) =>
		isInNamespace({ ...end, owner: end.username, datasetName: end.dataset }, owner, namespace);
	if (isThere(from)) return isThere(to) ? 'within' : 'out';
	return 'in';
}

const endName = (end: LinkEnd): string => `${end.namespace}/${end.dataset}.${end.columnName}`;

function Ingestions({ facts }: { facts: NamespaceFacts }) {
	const items = facts.ingestions.data?.items ?? [];
	if (items.length === 0) return 'None.';
	const open = items.filter((item) => item.state === 'open' || item.state === 'committing').length;
	return `${countOf(items.length, 'ingestion')} that you can see${open === 0 ? '' : `, ${formatCount(open)} of them not ended`}`;
}

/** Shares stay; those who have them lose the rows all the same. */
function Shares({ facts }: { facts: NamespaceFacts }) {
	const items = facts.shares.data ?? [];
	if (items.length === 0) return 'It is shared with nobody.';
	return (
		<>
			{countOf(items.length, 'user')} {items.length === 1 ? 'loses' : 'lose'} these rows too; their access stays
			<ScrolledList label="Users that are hit">
				{items.map((item) => (
					<li key={item.username}>
						<code>{item.username}</code>
						<span>{item.role}</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

function Specs({ facts }: { facts: NamespaceFacts }) {
	const { uses } = facts.affected;
	if (uses.length === 0) return 'None of yours reads or writes it.';
	const readers = uses.filter((use) => use.reads.length > 0).length;
	const writers = uses.filter((use) => use.writes.length > 0).length;
	return (
		<>
			{readers} of yours {readers === 1 ? 'reads' : 'read'} it, {writers} {writers === 1 ? 'writes' : 'write'} it
			<ScrolledList label="BuildSpecs that are hit">
				{uses.map(({ spec, reads, writes }) => (
					<li key={spec.id}>
						<Link to={paths.buildSpec(spec.id)} target="_blank">
							{formatCoordinate(spec.destination)}
						</Link>
						<span>
							{[
								...(writes.length > 0 ? ['writes to it'] : []),
								...(reads.length > 0 ? [`reads ${reads.map((coordinate) => coordinate.datasetName).join(', ')}`] : []),
							].join(', ')}
						</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

/** What a wipe hits and cannot be shown, and why. */
export const WipeUnseen = ({ facts: { sees } }: { facts: NamespaceFacts }) => (
	<SheetSection label="What cannot be seen" title="What cannot be seen from here">
		<Bullets tone="muted">
			{!sees.datasets && <li>Its datasets and their rows: this service does not list them.</li>}
			{!sees.links && <li>Its links: this service does not list them.</li>}
			{!sees.runs && <li>Runs on its data: this service does not list them.</li>}
			{sees.links && <li>Links with datasets of others that you may not read.</li>}
			<li>BuildSpecs of other people that read or write it.</li>
			<li>Drafts in other browsers, and copies of its rows elsewhere.</li>
			{!sees.ingestions && <li>Its ingestions: this service does not list them.</li>}
			{!sees.shares && <li>Who it is shared with: this service does not list it.</li>}
		</Bullets>
	</SheetSection>
);
