import { formatCoordinate } from '#contract/dataset.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { DialogSection } from '../../../ui/primitives/section.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import type { NamespaceRef } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';
import { ScrolledList } from '../scrolled-list.tsx';
import { namesWord } from './rename-code.ts';

interface RenameImpactProps {
	readonly namespace: NamespaceRef;
	/** The new name; null while it's invalid. */
	readonly to: string | null;
	readonly facts: NamespaceFacts;
}

/** What a rename updates and what it doesn't, as far as visible. */
export function RenameImpact({ namespace: { owner, namespace }, to, facts }: RenameImpactProps) {
	const { uses = [], drafts, links, shares } = facts;
	const inCode = (facts.specs.data?.items ?? []).filter((item) => namesWord(item.code.payload, namespace));
	const datasets = facts.datasets.data?.items;
	// A core-only service doesn't report what is updated.
	const isCore = facts.description === null;
	const heading = isCore ? 'References' : 'Renamed';
	return (
		<>
			<DialogSection label={heading} title={`${heading}${to === null || isCore ? '' : ` to ${owner}/${to}`}`}>
				<PropertyList aligned collapses numeric>
					{datasets !== undefined && (
						<Property name="Datasets">
							{formatCount(datasets.length)}
							{datasets[0] !== undefined && to !== null && (
								<>
									, for example <code>{formatCoordinate({ ...datasets[0], namespace: to })}</code>
								</>
							)}
						</Property>
					)}
					<Property name="BuildSpecs">
						{uses.length === 0 ? 'None' : `${formatCount(uses.length)}${isCore ? '' : ', updated in a new version'}`}
					</Property>
					{links.data !== undefined && <Property name="Links">{formatCount(links.data.items.length)}</Property>}
					<Property name="Drafts">
						{drafts.length === 0 ? 'None in this browser' : `${formatCount(drafts.length)} in this browser`}
					</Property>
					{!isCore && (
						<Property name="Access">
							{shares.data === undefined ? 'Shares' : countOf(shares.data.length, 'share')}, and access tokens
							restricted to this namespace
						</Property>
					)}
				</PropertyList>
			</DialogSection>
			<DialogSection title={isCore ? 'References to check afterward' : 'Not updated'}>
				<Muted component="p" measure>
					{inCode.length === 0
						? 'None of your BuildSpecs use the name in their code.'
						: `The code of ${inCode.length === 1 ? 'this BuildSpec' : 'these BuildSpecs'} contains the name and will fail until you update it. After renaming, you can save the updated code as a draft.`}
				</Muted>
				{inCode.length > 0 && (
					<ScrolledList
						label="BuildSpecs with the name in their code"
						items={inCode.map(({ id, destination }) => ({
							key: id,
							name: <code>{formatCoordinate(destination)}</code>,
						}))}
					/>
				)}
				<Bullets tone="muted">
					<li>Code in other people’s BuildSpecs, which you can’t see.</li>
					<li>References outside this service, such as scripts, notebooks and bookmarks.</li>
					{isCore && <li>The namespace’s datasets and links, which this service doesn’t list.</li>}
				</Bullets>
			</DialogSection>
		</>
	);
}
