import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { type NamespaceModelsEdit, putNamespaceModels } from '#contract/agents/models.ts';
import {
	type DatasetCoordinate,
	type DatasetSchema,
	type Descriptions,
	deleteDataset,
	describeDataset,
	getSchema,
} from '#contract/dataset.ts';
import { getNamespace, type Namespace, type NamespacePath } from '#contract/namespace.ts';
import { deleteNamespace, describeNamespace } from '#contract/namespace-changes.ts';
import { leaveNamespace } from '#contract/permission.ts';
import { call } from '../../api/http.ts';
import { modelKeys, namespaceModelsQuery } from '../agents/queries.ts';
import { datasetParams, nameKeys } from '../names/queries.ts';
import { settleRemoval } from '../names/removal-panel.tsx';

interface LeaveInput {
	readonly namespace: Pick<Namespace, 'username' | 'namespace'>;
	readonly onlyLook?: boolean;
}

export const leaveNamespaceMutation = () =>
	mutationOptions({
		mutationFn: ({ namespace: { username, namespace }, onlyLook }: LeaveInput) => {
			const input = { params: { username, namespace } };
			const send = () => call(leaveNamespace, input);
			const read = () => call(getNamespace, input);
			return settleRemoval({ operation: leaveNamespace, done: 'removed', send, read }, onlyLook);
		},
		meta: { invalidates: [nameKeys.all, nameKeys.schemas] },
	});

export const describeNamespaceMutation = (queryClient: QueryClient, params: NamespacePath) =>
	mutationOptions({
		mutationFn: (description: string) => call(describeNamespace, { params, body: { description } }),
		onSuccess: (namespace) =>
			void queryClient.setQueryData(nameKeys.namespace(params.username, params.namespace), namespace),
		meta: { invalidates: [nameKeys.namespaces] },
	});

export const deleteNamespaceMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: ({ namespace: { username, namespace }, onlyLook }: LeaveInput) => {
			const input = { params: { username, namespace } };
			const send = () => call(deleteNamespace, input);
			const read = () => call(getNamespace, input);
			return settleRemoval({ operation: deleteNamespace, done: 'deleted', send, read }, onlyLook);
		},
		onSuccess: (_done, { namespace: { username, namespace } }) =>
			queryClient.removeQueries({ queryKey: nameKeys.namespace(username, namespace) }),
		meta: { invalidates: [nameKeys.namespaces, nameKeys.schemas] },
	});

interface ModelsInput {
	readonly params: NamespacePath;
	readonly body: NamespaceModelsEdit;
}

export const putModelsMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: (input: ModelsInput) => call(putNamespaceModels, input),
		onSuccess: (models, { params }) =>
			void queryClient.setQueryData(namespaceModelsQuery(params.username, params.namespace).queryKey, models),
		meta: { invalidates: [modelKeys.all] },
	});

interface DeleteInput {
	readonly dataset: DatasetCoordinate;
	readonly onlyLook?: boolean;
}

export const deleteDatasetMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: ({ dataset, onlyLook }: DeleteInput) => {
			const input = { params: datasetParams(dataset) };
			const send = () => call(deleteDataset, input);
			const read = () => call(getSchema, input);
			return settleRemoval({ operation: deleteDataset, done: 'deleted', send, read }, onlyLook);
		},
		onSuccess: (_done, { dataset }) => queryClient.removeQueries({ queryKey: nameKeys.schema(dataset) }),
		meta: { invalidates: [nameKeys.all, ['links']] },
	});

export const noteMutation = (queryClient: QueryClient, dataset: DatasetCoordinate, what: 'licence' | 'contact') =>
	mutationOptions({
		mutationFn: (text: string): Promise<DatasetSchema> =>
			call(describeDataset, { params: datasetParams(dataset), body: { [what]: text } }),
		onSuccess: (schema) => void queryClient.setQueryData(nameKeys.schema(dataset), schema),
	});

interface DescribeInput {
	readonly dataset: DatasetCoordinate;
	readonly descriptions: Descriptions;
}

export const describeMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: ({ dataset, descriptions }: DescribeInput): Promise<DatasetSchema> =>
			call(describeDataset, { params: datasetParams(dataset), body: descriptions }),
		onSuccess: (schema, { dataset }) => queryClient.setQueryData(nameKeys.schema(dataset), schema),
		meta: { invalidates: [nameKeys.all] },
	});
