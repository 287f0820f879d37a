import { Radio } from '@mantine/core';
import { useId } from 'react';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { PropertyList } from '../../ui/primitives/property-list.tsx';
import type { Decisions, ListChange, Merge } from './merge.ts';

interface MergeFieldsProps {
	readonly merge: Merge;
	readonly decisions: Decisions;
	readonly onDecide: (change: (before: Decisions) => Decisions) => void;
}

/** What becomes of the sources and the destination, where either side changed them. */
export function MergeFields({ merge, decisions, onDecide }: MergeFieldsProps) {
	const name = useId();
	const { sources, destination } = merge;
	const changes = [...changed('you', sources.byMe), ...changed('they', sources.byThem)];
	const moved = destination.mine !== destination.theirs;
	if (changes.length === 0 && !moved) return null;
	return (
		<PropertyList>
			{changes.length > 0 && (
				<>
					<dt>From</dt>
					<dd>
						<Stack component="ul">
							{changes.map((it) => (
								<li key={it}>{it}</li>
							))}
						</Stack>
					</dd>
				</>
			)}
			{moved && (
				<>
					<dt>To</dt>
					<dd>
						{destination.collides ? (
							<Radio.Group
								name={name}
								aria-label="Destination: which one counts"
								value={decisions.destination ?? ''}
								onChange={(next) => onDecide((it) => ({ ...it, destination: next === 'theirs' ? 'theirs' : 'mine' }))}
							>
								<Inline gap={[2, 4]} align="stretch">
									<Radio value="mine" size="xs" label={`Yours: ${destination.mine}`} />
									<Radio value="theirs" size="xs" label={`Theirs: ${destination.theirs}`} />
								</Inline>
							</Radio.Group>
						) : (
							`${destination.value} (${destination.value === destination.mine ? 'yours' : 'theirs'})`
						)}
					</dd>
				</>
			)}
		</PropertyList>
	);
}

const changed = (who: 'you' | 'they', { added, removed }: ListChange): string[] => [
	...added.map((it) => `${it}: ${who} added it`),
	...removed.map((it) => `${it}: ${who} took it away`),
];
