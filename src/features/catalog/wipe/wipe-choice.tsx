import { Radio } from '@mantine/core';
import { countOf } from '../../../lib/format.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import type { NamespaceFacts } from '../namespace-facts.ts';
import { Consequences, readersIn } from './consequences.tsx';

interface WipeChoiceProps {
	readonly facts: NamespaceFacts;
	/** Null: nothing is chosen yet. */
	readonly value: boolean | null;
	readonly disabled: boolean;
	readonly onChange: (deleteDatasets: boolean) => void;
}

/** Whether the empty datasets stay or go too. Nothing is chosen beforehand. */
export function WipeChoice({ facts, value, disabled, onChange }: WipeChoiceProps) {
	const datasets = facts.datasets.data?.items.length;
	const which = datasets === undefined ? 'all datasets' : countOf(datasets, 'dataset');
	// A service of the core alone says only that the datasets are deleted first, or not.
	const isCore = facts.description === null;
	const readers = readersIn(facts);
	return (
		<Radio.Group
			label="What becomes of the datasets?"
			value={value === null ? null : String(value)}
			onChange={(value) => onChange(value === 'true')}
		>
			<Stack gap={3}>
				<Radio
					value="false"
					disabled={disabled}
					label={isCore ? "Don't delete the datasets" : 'Keep the empty datasets'}
					description={
						isCore
							? "All data, links and metadata are removed. The service doesn't say what's left of the datasets."
							: `All rows are removed; ${which} and their columns stay, without descriptions. BuildSpecs that read them return no rows.`
					}
				/>
				<Radio
					value="true"
					disabled={disabled}
					label="Delete the datasets too"
					description={
						isCore
							? 'The datasets are deleted first, then all data, links and metadata.'
							: `${which.charAt(0).toUpperCase()}${which.slice(1)} are deleted with their columns. BuildSpecs that read them fail until the datasets exist again.`
					}
				/>
			</Stack>
			{value !== null && !isCore && readers.length > 0 && (
				<Stack component="section" gap={2} aria-label="What the choice does to BuildSpecs">
					<Muted component="p" measure>
						With this choice, of your BuildSpecs:
					</Muted>
					<Consequences readers={readers} deletes={value} />
				</Stack>
			)}
		</Radio.Group>
	);
}
