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
import type { Operation } from '#contract/operation.ts';
import { leaveNamespace } from '#contract/permission.ts';
import { call } from '../../api/http.ts';
import { settleWrite } from '../../api/lost-write.ts';
import { datasetParams, nameKeys, orNull } from '../names/queries.ts';

/** Sends a removal once. When its answer is lost, what cannot be read any more is taken for removed. */
const settleRemoval = (
	{ id }: Operation,
	done: string,
	send: () => Promise<unknown>,
	read: () => Promise<unknown>,
	onlyLook?: boolean,
) => {
	const find = async () => ((await orNull(read())) === null ? true : null);
	return settleWrite({ operation: id, done, send: () => send().then(() => true), find }, onlyLook);
};

interface LeaveInput {
	readonly namespace: Pick<Namespace, 'username' | 'namespace'>;
	readonly onlyLook?: boolean;
}

/** Gives up one's access to a namespace. */
export const leaveNamespaceMutation = () =>
	mutationOptions({
		mutationFn: ({ namespace: { username, namespace }, onlyLook }: LeaveInput) => {
			const input = { params: { username, namespace } };
			const send = () => call(leaveNamespace, input);
			return settleRemoval(leaveNamespace, 'left', send, () => call(getNamespace, input), onlyLook);
		},
		meta: { invalidates: [nameKeys.all, nameKeys.schemas] },
	});

interface DeleteInput {
	readonly dataset: DatasetCoordinate;
	readonly onlyLook?: boolean;
}

/** Deletes a dataset. */
export const deleteDatasetMutation = (queryClient: QueryClient) =>
	mutationOptions({
		mutationFn: ({ dataset, onlyLook }: DeleteInput) => {
			const input = { params: datasetParams(dataset) };
			const send = () => call(deleteDataset, input);
			return settleRemoval(deleteDataset, 'deleted', send, () => call(getSchema, input), onlyLook);
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
