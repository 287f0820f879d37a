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
import { datasetParams, nameKeys, orNull } from '../names/queries.ts';

interface LeaveInput {
	readonly namespace: Pick<Namespace, 'username' | 'namespace'>;
	readonly onlyLook?: boolean;
}

/** Gives up one's access to a namespace. When the answer is lost, one that cannot be read any more is taken for left. */
export const leaveNamespaceMutation = () =>
	mutationOptions({
		mutationFn: ({ namespace: { username, namespace }, onlyLook }: LeaveInput) => {
			const input = { params: { username, namespace } };
			const write = {
				operation: leaveNamespace.id,
				done: 'left',
				send: () => call(leaveNamespace, input).then(() => true),
				find: async () => ((await orNull(call(getNamespace, input))) === null ? true : null),
			};
			return settleWrite(write, onlyLook);
		},
		meta: { invalidates: [nameKeys.all, nameKeys.schemas] },
	});

interface DeleteInput {
	readonly dataset: DatasetCoordinate;
	readonly onlyLook?: boolean;
}

/** Deletes a dataset. When the answer is lost, one that is not there any more is taken for deleted. */
export const deleteDatasetMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: ({ dataset, onlyLook }: DeleteInput) => {
			const input = { params: datasetParams(dataset) };
			const write = {
				operation: deleteDataset.id,
				done: 'deleted',
				send: () => call(deleteDataset, input).then(() => true),
				find: async () => ((await orNull(call(getSchema, input))) === null ? true : null),
			};
			return settleWrite(write, onlyLook);
		},
		onSuccess: (_done, { dataset }) => queryClient.removeQueries({ queryKey: nameKeys.schema(dataset) }),
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
			call(describeDataset, { params: datasetParams(dataset), body: descriptions }),
		onSuccess: (schema, { dataset }) => queryClient.setQueryData(nameKeys.schema(dataset), schema),
		meta: { invalidates: [nameKeys.all] },
	});
