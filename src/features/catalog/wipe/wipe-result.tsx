import { Button } from '@mantine/core';
import { countOf } from '../../../lib/format.ts';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { fullName, type NamespaceRef } from '../model.ts';
import type { NamespaceFacts } from '../namespace-facts.ts';
import { SheetSection } from '../sheet-section.tsx';
import { Consequences, readersIn } from './wipe-choice.tsx';
import type { WipeOutcome } from './wipe-once.ts';

interface WipeResultProps {
	readonly namespace: NamespaceRef;
	readonly outcome: WipeOutcome;
	/** Whether the datasets went too. */
	readonly deleted: boolean;
	/** As they were before. */
	readonly facts: NamespaceFacts;
	readonly onClose: () => void;
}

/** What went, as the service counted it. */
export function WipeResult({ namespace, outcome: { wiped, found }, deleted, facts, onClose }: WipeResultProps) {
	const readers = readersIn(facts);
	const isCore = facts.description === null;
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
					<Property name="Datasets">
						{deleted ? countOf(wiped.datasets, 'dataset') : isCore ? 'none deleted' : 'none: they are there, empty'}
					</Property>
					<Property name="Rows">{countOf(wiped.rows, 'row')}</Property>
					<Property name="Links">{countOf(wiped.links, 'link')}</Property>
					<Property name="Ingestions">{countOf(wiped.ingestions, 'ingestion')}</Property>
				</PropertyList>
			)}
			{readers.length > 0 && (
				<SheetSection label="BuildSpecs to look at">
					<Consequences readers={readers} deletes={isCore ? null : deleted} isDone />
				</SheetSection>
			)}
			<DialogActions>
				<Button onClick={onClose} data-autofocus>
					Close
				</Button>
			</DialogActions>
		</Stack>
	);
}
