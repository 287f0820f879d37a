import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import {
	type DatasetCoordinate,
	type DatasetSchema,
	type Descriptions,
	deleteDataset,
	describeDataset,
	getSchema,
} from '#contract/dataset.ts';
import { getNamespace, type Namespace } from '#contract/namespace.ts';
import { leaveNamespace } from '#contract/permission.ts';
import { call } from '../../api/http.ts';
import { settleWrite } from '../../api/lost-write.ts';
import { orNull } from '../names/namespace-mutations.ts';
import { forgetDataset, nameKeys } from '../names/queries.ts';

const gone = 'gone';

interface LeaveInput {
	readonly namespace: Pick<Namespace, 'username' | 'namespace'>;
	readonly onlyLook?: boolean;
}

/** Gives up one's access to a namespace. When the answer is lost, one that cannot be read any more is taken for left. */
export const leaveNamespaceMutation = () =>
	mutationOptions({
		mutationFn: ({ namespace: { username, namespace }, onlyLook = false }: LeaveInput) => {
			const params = { username, namespace };
			const write = {
				operation: leaveNamespace.id,
				done: 'left',
				send: async () => {
					await call(leaveNamespace, { params });
					return gone;
				},
				find: async () => ((await orNull(call(getNamespace, { params }))) === null ? gone : null),
			};
			return settleWrite(write, onlyLook);
		},
		meta: { invalidates: [nameKeys.all, nameKeys.schemas] },
	});

interface DeleteInput {
	readonly dataset: DatasetCoordinate;
	readonly onlyLook?: boolean;
}

const paramsOf = ({ owner, namespace, datasetName }: DatasetCoordinate) => ({
	username: owner,
	namespace,
	datasetName,
});

/** Deletes a dataset. When the answer is lost, one that is not there any more is taken for deleted. */
export const deleteDatasetMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: ({ dataset, onlyLook = false }: DeleteInput) => {
			const params = paramsOf(dataset);
			const write = {
				operation: deleteDataset.id,
				done: 'deleted',
				send: async () => {
					await call(deleteDataset, { params });
					return gone;
				},
				find: async () => ((await orNull(call(getSchema, { params }))) === null ? gone : null),
			};
			return settleWrite(write, onlyLook);
		},
		onSuccess: (_done, { dataset }) => forgetDataset(queryClient, dataset),
		meta: { invalidates: [nameKeys.all, ['links']] },
	});

interface DescribeInput {
	readonly dataset: DatasetCoordinate;
	readonly descriptions: Descriptions;
}

/** Describes a dataset and its columns; what is not named stays as it is. */
export const describeMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: ({ dataset, descriptions }: DescribeInput): Promise<DatasetSchema> =>
			call(describeDataset, { params: paramsOf(dataset), body: descriptions }),
		onSuccess: (schema, { dataset }) => queryClient.setQueryData(nameKeys.schema(dataset), schema),
		meta: { invalidates: [nameKeys.all] },
	});
