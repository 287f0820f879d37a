import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { readCoordinate } from '../names/model.ts';
import { schemaQuery, useKnownDatasets } from '../names/queries.ts';
import { useScope } from '../session/queries.ts';
import classes from './ingest.module.css';
import { SaveMapping } from './save-mapping.tsx';
import type { Saveable } from './save-model.ts';
import type { useSaving } from './use-saving.ts';

interface SaveFormProps {
	readonly saveable: Saveable;
	readonly onSave: ReturnType<typeof useSaving>['go'];
}

/** Which dataset rows go into, and what is known of it. */
export function SaveForm({ saveable, onSave }: SaveFormProps) {
	const { user } = useScope();
	const [wanted, setWanted] = useState(false);
	const [text, setText] = useState('');
	const datasets = useKnownDatasets(wanted);
	const { coordinate, problem } = readCoordinate(text, user);
	const schema = useQuery({
		...schemaQuery(coordinate ?? { owner: '', namespace: '', datasetName: '' }),
		enabled: coordinate !== null,
	});
	const found = coordinate === null ? undefined : schema.data;
	return (
		<>
			<Autocomplete
				label="Dataset"
				description="One that exists gets more rows. Another name makes a new dataset."
				placeholder="owner/namespace/dataset"
				className={classes.target ?? ''}
				data={[...datasets]}
				limit={50}
				value={text}
				error={text === '' ? null : problem}
				onFocus={() => setWanted(true)}
				onChange={setText}
			/>
			{coordinate !== null && found === undefined && schema.error !== null && (
				<ErrorPanel
					title="The dataset could not be looked up"
					error={errorFacts(schema.error)}
					onRetry={() => void schema.refetch()}
				/>
			)}
			{coordinate !== null && found !== undefined && (
				<>
					<p className={classes.quiet}>
						{found === null
							? `There is no ${formatCoordinate(coordinate)} yet: a new dataset is made.`
							: `${formatCoordinate(coordinate)} has ${formatCount(found.rows)} ${found.rows === 1 ? 'row' : 'rows'} and ${formatCount(found.columns.length)} columns. Rows are added behind them.`}
					</p>
					{found?.access === 'read' ? (
						<p>You may only read this dataset. Its owner can give you the right to change it.</p>
					) : (
						<SaveMapping
							key={`${coordinateKey(coordinate)} ${found === null}`}
							target={coordinate}
							columns={found?.columns ?? null}
							saveable={saveable}
							onSave={onSave}
						/>
					)}
				</>
			)}
		</>
	);
}
