import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { coordinateKey, formatCoordinate, listDatasets } from '#contract/dataset.ts';
import { type IngestionMode, listIngestions } from '#contract/ingest.ts';
import { createNamespace } from '#contract/namespace.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { datasetsQuery, useWritableNamespaces } from '../../names/queries.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { lastFileQuery } from '../queries.ts';
import { type Destination, existingModes, withoutMode } from './model.ts';
import classes from './upload.module.css';

const newNamespace = '\n';

/**
 * The dataset that a destination names, and how its last file was saved to it: null until that's known. Right after a file was saved, it isn't
 * current until it has been read again.
 */
export function useExisting({ owner, namespace, datasetName, isNewNamespace }: Destination) {
	const target = { owner, namespace, datasetName };
	const canList = useOffers(listDatasets) && namespace !== '' && !isNewNamespace;
	const { data: datasets } = useQuery({ ...datasetsQuery(owner, namespace), enabled: canList });
	const named = coordinateKey(target);
	const dataset = canList ? datasets?.items.find((item) => coordinateKey(item) === named) : undefined;
	const {
		data: last,
		isLoading,
		isFetching,
	} = useQuery({
		...lastFileQuery(target),
		enabled: useOffers(listIngestions) && dataset !== undefined,
	});
	// Replacing rows must be chosen each time.
	const mode = last?.mode === 'upsert' ? ('upsert' as const) : ('append' as const);
	return { dataset, mode: isLoading ? null : mode, isCurrent: !isFetching, key: last?.key ?? [] };
}

/** Destination of a file: a namespace the user may write to or a new one, and a dataset. */
export function DestinationForm(props: { destination: Destination; onChange: (next: Destination) => void }) {
	const { destination, onChange } = props;
	const { user } = useScope();
	const canCreate = useOffers(createNamespace);
	const writable = useWritableNamespaces();
	const { owner, namespace, isNewNamespace } = destination;
	const { dataset: existing, mode: usual } = useExisting(destination);
	const mode = destination.mode ?? usual;
	const chosen = isNewNamespace ? newNamespace : namespace === '' ? '' : `${owner}/${namespace}`;
	const names = writable.map((item) => `${item.username}/${item.namespace}`);
	const known = chosen === '' || isNewNamespace || names.includes(chosen) ? names : [chosen, ...names];
	const choose = (value: string) => {
		if (value === newNamespace)
			return onChange({ ...withoutMode(destination), owner: user, namespace: '', isNewNamespace: true });
		const [nextOwner = user, next = ''] = value.split('/');
		onChange({ ...withoutMode(destination), owner: nextOwner, namespace: next, isNewNamespace: false });
	};
	return (
		<div className={classes.destination}>
			<Choice
				label="Namespace"
				value={chosen}
				onChange={choose}
				data={[
					...(chosen === '' ? [{ value: '', label: 'Choose a namespace' }] : []),
					...known,
					...(canCreate ? [{ value: newNamespace, label: 'New namespace…' }] : []),
				]}
			/>
			{isNewNamespace && (
				<TextInput
					label="Name of the new namespace"
					description="Created when the file is uploaded"
					inputWrapperOrder={['label', 'input', 'description', 'error']}
					value={namespace}
					onChange={(event) => onChange({ ...destination, namespace: event.currentTarget.value })}
				/>
			)}
			<TextInput
				label="Dataset"
				placeholder="Named after the file"
				value={destination.datasetName}
				onChange={(event) => onChange({ ...withoutMode(destination), datasetName: event.currentTarget.value })}
			/>
			{existing !== undefined && mode !== null && (
				<Choice
					label={`${formatCoordinate(existing)} already exists`}
					value={mode}
					onChange={(mode) => onChange({ ...destination, mode: mode as IngestionMode })}
					data={existingModes(existing.rows)}
				/>
			)}
		</div>
	);
}
