import { Radio } from '@mantine/core';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import { listText } from '#lib/text/list-text.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from '../catalog.module.css';
import type { NamespaceFacts } from '../namespace-facts.ts';

interface WipeChoiceProps {
	readonly facts: NamespaceFacts;
	/** Null: not chosen yet. */
	readonly value: boolean | null;
	readonly disabled: boolean;
	readonly onChange: (deleteDatasets: boolean) => void;
}

/** Whether to keep or delete the empty datasets. No default. */
export function WipeChoice({ facts, value, disabled, onChange }: WipeChoiceProps) {
	const datasets = facts.datasets.data?.items.length;
	const which = datasets === undefined || datasets === 0 ? 'The datasets' : countOf(datasets, 'dataset');
	// A core-only service reports only whether the datasets are deleted first.
	const isCore = facts.description === null;
	const readers = readersIn(facts);
	return (
		<Radio.Group
			label="What happens to the datasets?"
			value={value === null ? null : String(value)}
			onChange={(value) => onChange(value === 'true')}
		>
			<Stack gap={3}>
				<Radio
					value="false"
					disabled={disabled}
					label={isCore ? 'Don’t delete the datasets' : 'Keep the empty datasets'}
					description={
						isCore
							? 'All data, links and metadata are deleted. This service doesn’t specify whether it keeps the empty datasets.'
							: `All rows and descriptions are deleted. The empty datasets and their columns remain. BuildSpecs that read these datasets get no rows from them.`
					}
				/>
				<Radio
					value="true"
					disabled={disabled}
					label="Also delete the datasets"
					description={
						isCore
							? 'The datasets are deleted first, then all data, links and metadata.'
							: `${which} and all rows and columns are deleted. BuildSpecs that read a deleted dataset fail until it exists again.`
					}
				/>
			</Stack>
			{value !== null && !isCore && readers.length > 0 && (
				<Stack component="section" gap={2} aria-label="Affected BuildSpecs">
					<Muted component="p" measure>
						Your affected BuildSpecs:
					</Muted>
					<Consequences readers={readers} deletes={value} />
				</Stack>
			)}
		</Radio.Group>
	);
}

/** The user's BuildSpecs that explicitly read the namespace. */
export const readersIn = ({ uses = [] }: NamespaceFacts) => uses.filter((use) => use.reads.length > 0);

interface ConsequencesProps {
	readonly readers: ReturnType<typeof readersIn>;
	/** Whether the datasets are deleted too; null if unknown. */
	readonly deletes: boolean | null;
	/** Whether it's done, so the BuildSpecs need a review. */
	readonly isDone?: boolean;
}

/** What happens to BuildSpecs that read the namespace when its datasets are deleted or emptied. */
export const Consequences = ({ readers, deletes, isDone = false }: ConsequencesProps) => (
	<ul className={classes.list}>
		{readers.map(({ spec, reads }) => {
			const name = <code>{formatCoordinate(spec.destination)}</code>;
			const which = listText(reads.map((source) => source.datasetName));
			const gone = reads.length === 1 ? 'no longer exists' : 'no longer exist';
			const breaks = isDone ? `is broken because ${which} ${gone}` : `will break because ${which} won’t exist`;
			return (
				<li key={spec.id}>
					{isDone ? <Link to={paths.buildSpec(spec.id)}>{name}</Link> : name}
					{deletes !== null && <span>{deletes ? breaks : `gets no rows from ${which}`}</span>}
				</li>
			);
		})}
	</ul>
);
