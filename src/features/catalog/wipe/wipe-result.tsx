import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { PropertyList } from '../../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Notice } from '../../../ui/states.tsx';
import classes from '../danger-zone.module.css';
import type { WipeFacts } from '../wipe-facts.ts';
import { consequenceFor, fullName, type NamespaceName } from '../wipe-radius.ts';
import { count } from '../wipe-radius-list.tsx';
import type { WipeOutcome } from './wipe-once.ts';

interface WipeResultProps {
	readonly namespace: NamespaceName;
	readonly outcome: WipeOutcome;
	/** Whether the datasets went too. */
	readonly deleted: boolean;
	/** As they were before. */
	readonly facts: WipeFacts;
	readonly onClose: () => void;
}

/** What went, as the service counted it. */
export function WipeResult({ namespace, outcome: { wiped, found }, deleted, facts, onClose }: WipeResultProps) {
	const readers = (facts.around ?? []).filter((it) => it.reads.length > 0).map((it) => it.spec);
	return (
		<Stack gap={4} size="ui" breaks>
			{wiped === null && !found ? (
				<Notice tone="success" title="The namespace was wiped. The service didn't say how much was removed." />
			) : wiped === null ? (
				<Notice tone="success" title="The answer was lost on its way, but a look shows that it is done">
					There is no row left in {fullName(namespace)}
					{deleted ? ', and no dataset' : '; its datasets are there, empty'}. How much went was in the answer that was
					lost.
				</Notice>
			) : (
				<PropertyList aligned collapses numeric aria-label="What went">
					<dt>Datasets</dt>
					<dd>
						{deleted
							? count(wiped.datasets, 'dataset')
							: facts.description === null
								? 'none deleted'
								: 'none: they are there, empty'}
					</dd>
					<dt>Rows</dt>
					<dd>{count(wiped.rows, 'row')}</dd>
					<dt>Links</dt>
					<dd>{count(wiped.links, 'link')}</dd>
					<dt>Ingestions</dt>
					<dd>{count(wiped.ingestions, 'ingestion')}</dd>
				</PropertyList>
			)}
			{readers.length > 0 && (
				<Stack component="section" gap={2} aria-label="BuildSpecs to look at">
					<SectionHeader level={3} size="ui">
						BuildSpecs to look at
					</SectionHeader>
					<ul className={classes.list}>
						{readers.map((it) => (
							<li key={it.id}>
								<Link to={paths.buildSpec(it.id)}>
									<code>{formatCoordinate(it.destination)}</code>
								</Link>
								{facts.description !== null && <span>{consequenceFor(it, namespace, deleted, true)}</span>}
							</li>
						))}
					</ul>
				</Stack>
			)}
			<DialogActions>
				<Button onClick={onClose} data-autofocus>
					Close
				</Button>
			</DialogActions>
		</Stack>
	);
}
