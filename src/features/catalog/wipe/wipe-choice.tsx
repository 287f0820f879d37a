import { Radio } from '@mantine/core';
import { formatCoordinate } from '#contract/dataset.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from '../danger-zone.module.css';
import type { WipeFacts } from '../wipe-facts.ts';
import { consequenceFor, type NamespaceName } from '../wipe-radius.ts';
import { count } from '../wipe-radius-list.tsx';

interface WipeChoiceProps {
	readonly namespace: NamespaceName;
	readonly facts: WipeFacts;
	/** Null: nothing is chosen yet. */
	readonly value: boolean | null;
	readonly disabled: boolean;
	readonly onChange: (deleteDatasets: boolean) => void;
}

/** Whether the datasets stay as empty shells or go. Nothing is chosen beforehand. */
export function WipeChoice({ namespace, facts, value, disabled, onChange }: WipeChoiceProps) {
	const datasets = facts.datasets.data?.items.length;
	const which = datasets === undefined ? 'all datasets' : count(datasets, 'dataset');
	// A service of the core alone says only that the datasets are deleted first, or not.
	const isCore = facts.description === null;
	const readers = (facts.around ?? []).filter((it) => it.reads.length > 0).map((it) => it.spec);
	return (
		<Radio.Group
			label="What becomes of the datasets?"
			value={value === null ? null : String(value)}
			onChange={(it) => onChange(it === 'true')}
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
					<ul className={classes.list}>
						{readers.map((it) => (
							<li key={it.id}>
								<code>{formatCoordinate(it.destination)}</code>
								<span>{consequenceFor(it, namespace, value)}</span>
							</li>
						))}
					</ul>
				</Stack>
			)}
		</Radio.Group>
	);
}
