import { mutationOptions } from '@tanstack/react-query';
import { type DatasetCoordinate, formatCoordinate, getSchema, putSortOrder } from '#contract/dataset.ts';
import { call } from '../../../api/http.ts';
import { settleWrite } from '../../../api/lost-write.ts';
import { readGridLayout, storeGridLayout } from '../../../storage/grid-layouts.ts';
import { datasetParams, nameKeys } from '../../names/queries.ts';
import type { Scope } from '../../session/model.ts';
import { sameOrder } from './column-order-model.ts';

interface OrderInput {
	readonly dataset: DatasetCoordinate;
	readonly order: readonly string[];
	/** Whether the service reports the order of columns. */
	readonly canLook: boolean;
	readonly onlyLook?: boolean;
}

/** Sends the whole order once. If the response is lost, looks up the result where the service allows it. */
export async function saveOrder({ dataset, order, canLook, onlyLook = false }: OrderInput): Promise<readonly string[]> {
	const params = datasetParams(dataset);
	const send = async () => (await call(putSortOrder, { params, body: { order: [...order] } }))?.order ?? order;
	if (!canLook) return await send();
	const find = async () => {
		const { columns } = await call(getSchema, { params });
		const now = columns.map((column) => column.name);
		return sameOrder(now, order) ? order : null;
	};
	return (await settleWrite({ operation: putSortOrder.id, done: 'saved', send, find }, onlyLook)).value;
}

/** Refetches whatever shows the dataset's columns, and resets this browser's own column order in grids. */
export const saveOrderMutation = (scope: Scope) =>
	mutationOptions({
		mutationFn: saveOrder,
		meta: { invalidates: [nameKeys.all, nameKeys.schemas] },
		onSuccess: (_saved: readonly string[], { dataset }: OrderInput) => {
			const key = { ...scope, rows: formatCoordinate(dataset) };
			const layout = readGridLayout(key);
			if (layout !== null) storeGridLayout(key, { ...layout, order: [] });
		},
	});
