import { Autocomplete, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { createNamespace, listNamespaces, type Namespace } from '#contract/namespace.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { countOf } from '../../../lib/format.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { createNamespaceMutation } from '../../names/namespace-mutations.ts';
import { namespacesQuery, useDatasetCompletions } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { useTypedDataset } from '../queries.ts';
import { SaveMapping } from './save-mapping.tsx';
import type { Saveable } from './save-model.ts';
import type { useSaving } from './use-saving.ts';

interface SaveFormProps {
	readonly saveable: Saveable;
	readonly onSave: ReturnType<typeof useSaving>['go'];
}

export function SaveForm({ saveable, onSave }: SaveFormProps) {
	const [wanted, setWanted] = useState(false);
	const [text, setText] = useState('');
	const options = useDatasetCompletions(wanted, text);
	const { coordinate, problem, schema, found } = useTypedDataset(text);
	const canList = useOffers(listNamespaces);
	const isNew = coordinate !== null && found === null;
	const namespaces = useQuery({ ...namespacesQuery, enabled: isNew && canList });
	const namespace = isNew ? namespaces.data?.items.find((item) => isIn(coordinate, item)) : undefined;
	const isNamespaceMissing = isNew && namespaces.data !== undefined && namespace === undefined;
	const isReadOnly = found?.access === 'read' || namespace?.role === 'viewer';
	return (
		<>
			<Autocomplete
				label="Dataset"
				description="Pick a dataset to append to, or type a new name."
				placeholder="owner/namespace/dataset"
				maw="32rem"
				data={[...new Set(options)]}
				value={text}
				error={text === '' ? null : problem}
				onFocus={() => setWanted(true)}
				onChange={setText}
			/>
			{coordinate !== null && found === undefined && (
				<QueryErrorPanel title="Couldn’t look up the dataset" query={schema} />
			)}
			{coordinate !== null && found !== undefined && (
				<>
					{!isNamespaceMissing && (
						<Muted component="p">
							{found === null
								? `${formatCoordinate(coordinate)} doesn’t exist yet.${isReadOnly ? '' : ' Saving creates it.'}`
								: `${formatCoordinate(coordinate)} has ${countOf(found.rows, 'row')} and ${countOf(found.columns.length, 'column')}.${isReadOnly ? '' : ' Saving appends your rows.'}`}
						</Muted>
					)}
					{isReadOnly ? (
						<p>{`You can only view this ${found ? 'dataset' : 'namespace'}. Ask its owner to make you an editor.`}</p>
					) : isNamespaceMissing ? (
						<MissingNamespace key={coordinateKey(coordinate)} target={coordinate} />
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

const isIn = ({ owner, namespace }: DatasetCoordinate, found: Namespace): boolean =>
	foldName(`${owner}/${namespace}`) === foldName(`${found.username}/${found.namespace}`);

/** Creates a missing namespace first, because the service would reject all rows. */
function MissingNamespace({ target: { owner, namespace } }: { target: DatasetCoordinate }) {
	const { user } = useScope();
	const canCreate = useOffers(createNamespace);
	const creation = useMutation(createNamespaceMutation());
	const isOwn = foldName(owner) === foldName(user);
	const name = `${owner}/${namespace}`;
	if (!isOwn || !canCreate)
		return (
			<Notice tone="warning" title={`The namespace ${name} doesn’t exist${isOwn ? '' : ' or isn’t shared with you'}`}>
				Choose an existing namespace that you can edit.
			</Notice>
		);
	return (
		<>
			<Notice
				tone="warning"
				title={`The namespace ${name} doesn’t exist yet`}
				action={
					<Button
						loading={creation.isPending}
						onClick={() => creation.mutate({ owner, name: namespace, onlyLook: isUnknownOutcome(creation.error) })}
					>
						Create namespace {namespace}
					</Button>
				}
			>
				Create the namespace to save the dataset there.
			</Notice>
			<QueryErrorPanel title="Couldn’t create the namespace" query={creation} />
		</>
	);
}
