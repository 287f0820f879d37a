import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import type { LinkEnd } from '#contract/link.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { PropertyList } from '../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import classes from './danger-zone.module.css';
import type { WipeFacts } from './wipe-facts.ts';
import { linkDirection, type NamespaceName } from './wipe-radius.ts';

interface RadiusProps {
	readonly namespace: NamespaceName;
	readonly facts: WipeFacts;
}

/** What a wipe hits, with numbers, as far as it can be seen. */
export function WipeRadius({ namespace, facts }: RadiusProps) {
	return (
		<Stack component="section" gap={2} aria-label="What is hit">
			<SectionHeader level={3} size="ui">
				What is hit
			</SectionHeader>
			<PropertyList aligned collapses numeric>
				{facts.sees.datasets && (
					<Fact name="Datasets" query={facts.datasets}>
						<Datasets facts={facts} />
					</Fact>
				)}
				{facts.sees.links && (
					<Fact name="Links" query={facts.links}>
						<Links namespace={namespace} facts={facts} />
					</Fact>
				)}
				{facts.sees.ingestions && (
					<Fact name="Ingestions" query={facts.ingestions}>
						<Ingestions facts={facts} />
					</Fact>
				)}
				<Fact name="BuildSpecs" query={facts.hit.query}>
					<Specs facts={facts} />
				</Fact>
				{facts.sees.runs && (
					<Fact name="Runs" query={facts.runs.query}>
						{facts.runs.naming?.length === 0
							? 'None of the latest runs names it.'
							: `${count(facts.runs.naming?.length ?? 0, 'run')} of the latest ${facts.runs.query.data?.items.length ?? 0} name it. What they made of its rows goes with them.`}
					</Fact>
				)}
				<dt>Drafts</dt>
				<dd>
					{facts.drafts.length === 0
						? 'None in this browser.'
						: `${count(facts.drafts.length, 'draft')} in this browser ${facts.drafts.length === 1 ? 'names' : 'name'} it. Drafts stay.`}
				</dd>
				{facts.sees.shares && (
					<Fact name="Shares" query={facts.shares}>
						<Shares facts={facts} />
					</Fact>
				)}
				{facts.description !== null && (
					<>
						<dt>Stays</dt>
						<dd>The namespace itself, who it is shared with, access tokens, and everybody’s BuildSpecs.</dd>
					</>
				)}
			</PropertyList>
		</Stack>
	);
}

export const count = (n: number, what: string): string => `${formatCount(n)} ${what}${n === 1 ? '' : 's'}`;

interface Read {
	readonly isPending: boolean;
	readonly isError: boolean;
	readonly error: unknown;
	readonly data: unknown;
}

const Fact = ({ name, query, children }: { name: string; query: Read; children: ReactNode }) => (
	<>
		<dt>{name}</dt>
		<dd>
			{query.data !== undefined
				? children
				: query.isError
					? `Not known: ${errorFacts(query.error).message}`
					: 'Looking…'}
		</dd>
	</>
);

function Datasets({ facts }: { facts: WipeFacts }) {
	const items = facts.datasets.data?.items ?? [];
	const sum = (of: (it: (typeof items)[number]) => number) => items.reduce((all, it) => all + of(it), 0);
	if (items.length === 0) return 'None.';
	return (
		<>
			{count(items.length, 'dataset')} with{' '}
			{count(
				sum((it) => it.rows),
				'row',
			)}
			, {formatBytes(sum((it) => it.bytes))}
			<ScrolledList label="Datasets that are hit">
				{items.map((it) => (
					<li key={it.datasetName}>
						<code>{it.datasetName}</code>
						<span>{count(it.rows, 'row')}</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

function Links({ namespace, facts }: RadiusProps) {
	const links = facts.links.data?.items ?? [];
	if (links.length === 0) return 'None.';
	const of = (direction: string) => links.filter((it) => linkDirection(it, namespace) === direction).length;
	return (
		<>
			{count(links.length, 'link')}: {of('within')} within it, {of('out')} out of it, {of('in')} into it
			<ScrolledList label="Links that are hit">
				{links.map((it) => (
					<li key={it.id}>
						<code>
							{endName(it.from)} → {endName(it.to)}
						</code>
						<span>{it.matchType}</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

function Ingestions({ facts }: { facts: WipeFacts }) {
	const items = facts.ingestions.data?.items ?? [];
	if (items.length === 0) return 'None.';
	const open = items.filter((it) => it.state === 'open' || it.state === 'committing').length;
	return `${count(items.length, 'ingestion')} that you can see${open === 0 ? '' : `, ${formatCount(open)} of them not ended`}`;
}

/** Shares stay; those who have them lose the rows all the same. */
function Shares({ facts }: { facts: WipeFacts }) {
	const items = facts.shares.data ?? [];
	if (items.length === 0) return 'It is shared with nobody.';
	return (
		<>
			{count(items.length, 'user')} {items.length === 1 ? 'loses' : 'lose'} these rows too; their access stays
			<ScrolledList label="Users that are hit">
				{items.map((it) => (
					<li key={it.username}>
						<code>{it.username}</code>
						<span>{it.role}</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

const endName = (it: LinkEnd): string => `${it.namespace}/${it.dataset}.${it.columnName}`;

function Specs({ facts }: { facts: WipeFacts }) {
	const { around } = facts.hit;
	if (around.length === 0) return 'None of yours reads or writes it.';
	const readers = around.filter((it) => it.reads.length > 0).length;
	const writers = around.filter((it) => it.writes.length > 0).length;
	return (
		<>
			{readers} of yours {readers === 1 ? 'reads' : 'read'} it, {writers} {writers === 1 ? 'writes' : 'write'} it
			<ScrolledList label="BuildSpecs that are hit">
				{around.map(({ spec, reads, writes }) => (
					<li key={spec.id}>
						<Link to={paths.buildSpec(spec.id)} target="_blank">
							{formatCoordinate(spec.destination)}
						</Link>
						<span>
							{[
								...(writes.length > 0 ? ['writes to it'] : []),
								...(reads.length > 0 ? [`reads ${reads.map((it) => it.datasetName).join(', ')}`] : []),
							].join(', ')}
						</span>
					</li>
				))}
			</ScrolledList>
		</>
	);
}

const ScrolledList = ({ label, children }: { label: string; children: ReactNode }) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
	<ul className={classes.list} aria-label={label} tabIndex={0}>
		{children}
	</ul>
);

/** What a wipe hits and cannot be shown, and why. */
export const WipeUnseen = ({ facts: { sees } }: { facts: WipeFacts }) => (
	<Stack component="section" gap={2} aria-label="What cannot be seen">
		<SectionHeader level={3} size="ui">
			What cannot be seen from here
		</SectionHeader>
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
	</Stack>
);
