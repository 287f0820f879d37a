import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createNamespace, listNamespaces } from '#contract/namespace.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { namespacesQuery } from '../../names/queries.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import type { Destination } from './model.ts';
import classes from './upload.module.css';

const newNamespace = '\n';

/** Destination of a file: a namespace the user may write to or a new one, and a dataset. */
export function DestinationForm(props: { destination: Destination; onChange: (next: Destination) => void }) {
	const { destination, onChange } = props;
	const { user } = useScope();
	const canCreate = useOffers(createNamespace);
	const { data } = useQuery({ ...namespacesQuery, enabled: useOffers(listNamespaces) });
	const writable = (data?.items ?? []).filter(({ role }) => role !== 'viewer');
	const { owner, namespace, isNewNamespace } = destination;
	const chosen = isNewNamespace ? newNamespace : namespace === '' ? '' : `${owner}/${namespace}`;
	const names = writable.map((item) => `${item.username}/${item.namespace}`);
	const known = chosen === '' || isNewNamespace || names.includes(chosen) ? names : [chosen, ...names];
	const choose = (value: string) => {
		if (value === newNamespace) return onChange({ ...destination, owner: user, namespace: '', isNewNamespace: true });
		const [nextOwner = user, next = ''] = value.split('/');
		onChange({ ...destination, owner: nextOwner, namespace: next, isNewNamespace: false });
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
				onChange={(event) => onChange({ ...destination, datasetName: event.currentTarget.value })}
			/>
		</div>
	);
}
