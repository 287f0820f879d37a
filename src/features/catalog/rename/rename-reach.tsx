import { formatCoordinate } from '#contract/dataset.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { PropertyList } from '../../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from '../danger-zone.module.css';
import type { WipeFacts } from '../wipe-facts.ts';
import type { NamespaceName } from '../wipe-radius.ts';
import { count } from '../wipe-radius-list.tsx';
import { namesNamespace } from './rename-code.ts';

interface RenameReachProps {
	readonly namespace: NamespaceName;
	/** The new name; null while there is none that can be. */
	readonly to: string | null;
	readonly facts: WipeFacts;
}

/** What follows a rename and what does not, as far as it can be seen. */
export function RenameReach({ namespace: { owner, name }, to, facts }: RenameReachProps) {
	const around = facts.around ?? [];
	const inCode = (facts.specs.data?.items ?? []).filter((it) => namesNamespace(it.code.payload, name));
	const datasets = facts.datasets.data?.items;
	// A service of the core alone doesn't say what follows.
	const isCore = facts.description === null;
	const heading = isCore ? 'What refers to it' : 'What changes its name';
	return (
		<>
			<Stack component="section" gap={2} aria-label={heading}>
				<SectionHeader level={3} size="ui">
					{heading}
					{to === null || isCore ? '' : ` to ${owner}/${to}`}
				</SectionHeader>
				<PropertyList aligned collapses numeric>
					{datasets !== undefined && (
						<>
							<dt>Datasets</dt>
							<dd>
								{count(datasets.length, 'dataset')}
								{datasets[0] !== undefined && to !== null && (
									<>
										, for example <code>{formatCoordinate({ ...datasets[0], namespace: to })}</code>
									</>
								)}
							</dd>
						</>
					)}
					<dt>BuildSpecs</dt>
					<dd>
						{around.length === 0
							? 'None of yours.'
							: `${count(around.length, 'BuildSpec')} of yours${isCore ? '' : ': coordinates follow, each gets a new version'}.`}
					</dd>
					{facts.links.data !== undefined && (
						<>
							<dt>Links</dt>
							<dd>{count(facts.links.data.items.length, 'link')}</dd>
						</>
					)}
					<dt>Drafts</dt>
					<dd>
						{facts.drafts.length === 0
							? 'None in this browser.'
							: `${count(facts.drafts.length, 'draft')} in this browser`}
					</dd>
					{!isCore && (
						<>
							<dt>Also</dt>
							<dd>
								{facts.shares.data === undefined ? 'Shares' : count(facts.shares.data.length, 'share')}, and entries of
								access tokens.
							</dd>
						</>
					)}
				</PropertyList>
			</Stack>
			<Stack component="section" gap={2} aria-label="What does not follow">
				<SectionHeader level={3} size="ui">
					{isCore ? 'What to check afterwards' : 'What does not follow'}
				</SectionHeader>
				{inCode.length === 0 ? (
					<Muted component="p" measure>
						No code of your BuildSpecs has the name in it.
					</Muted>
				) : (
					<>
						<Muted component="p" measure>
							Code that has the name in it. It fails until it is changed; the change is offered as drafts afterwards.
						</Muted>
						{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys */}
						<ul className={classes.list} aria-label="BuildSpecs whose code has the name" tabIndex={0}>
							{inCode.map((it) => (
								<li key={it.id}>
									<code>{formatCoordinate(it.destination)}</code>
								</li>
							))}
						</ul>
					</>
				)}
				<Bullets tone="muted">
					<li>Code in BuildSpecs of other people: it cannot be seen from here.</li>
					<li>Whatever names it outside of this service: scripts, notebooks, bookmarks.</li>
					{isCore && <li>Its datasets and links: this service doesn't list them.</li>}
				</Bullets>
			</Stack>
		</>
	);
}
