import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { consolePath, readText, removeText, writeText } from '../../../storage/web-storage.ts';
import type { Scope } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { rebaseOrder, sameOrder } from './column-order-model.ts';

interface UnsavedOrder {
	/** The order on the service that this one stands on. */
	readonly base: readonly string[];
	readonly order: readonly string[];
	readonly past: readonly (readonly string[])[];
	readonly future: readonly (readonly string[])[];
	/** Columns that came and went since the order was begun. */
	readonly added: readonly string[];
	readonly removed: readonly string[];
}

const Kept = z.object({ base: z.array(z.string()), order: z.array(z.string()) });

/** Steps that can be taken back. */
const mostSteps = 200;

const begin = (base: readonly string[], order = base): UnsavedOrder => ({
	base,
	order,
	past: [],
	future: [],
	added: [],
	removed: [],
});

/**
 * The order of a dataset's columns while it is changed. It stays in this window until it is saved or put back, also when the
 * page is left; columns that come and go on the service meanwhile are taken in without losing what was moved.
 * @param columns the names as the service has them now
 */
export function useColumnOrder(dataset: DatasetCoordinate, columns: readonly string[]) {
	const key = keyOf(useScope(), dataset);
	const [unsaved, setUnsaved] = useState(() => restore(key, columns));
	const followed = follow(unsaved, columns);
	if (followed !== unsaved) setUnsaved(followed);
	const { base, order, past, future } = followed;
	const dirty = !sameOrder(order, base);
	useEffect(() => {
		if (dirty) writeText('session', key, JSON.stringify({ base, order }));
		else removeText('session', key);
	}, [key, dirty, base, order]);

	return {
		order,
		dirty,
		added: followed.added,
		removed: followed.removed,
		canUndo: past.length > 0,
		canRedo: future.length > 0,
		change: (next: readonly string[]) =>
			setUnsaved((unsaved) =>
				sameOrder(unsaved.order, next)
					? unsaved
					: { ...unsaved, order: next, past: [...unsaved.past.slice(1 - mostSteps), unsaved.order], future: [] },
			),
		undo: () => setUnsaved((unsaved) => step(unsaved, 'past', 'future')),
		redo: () => setUnsaved((unsaved) => step(unsaved, 'future', 'past')),
		/** Goes on from what was saved. */
		saved: (saved: readonly string[]) => setUnsaved(begin(saved)),
		reset: () => setUnsaved((unsaved) => begin(unsaved.base)),
	};
}

const keyOf = ({ service, user }: Scope, dataset: DatasetCoordinate): string =>
	['dataset-console/column-order/1', consolePath(), service, user, coordinateKey(dataset)].join(' ');

/** Whether this window keeps an order of the dataset's columns that was not saved. */
export const hasUnsavedOrder = (scope: Scope, dataset: DatasetCoordinate): boolean =>
	readText('session', keyOf(scope, dataset)) !== null;

function restore(key: string, columns: readonly string[]): UnsavedOrder {
	try {
		const kept = Kept.safeParse(JSON.parse(readText('session', key) ?? 'null'));
		return kept.success ? begin(kept.data.base, kept.data.order) : begin(columns);
	} catch {
		return begin(columns);
	}
}

function follow(unsaved: UnsavedOrder, columns: readonly string[]): UnsavedOrder {
	if (sameOrder(unsaved.base, columns)) return unsaved;
	if (sameOrder(unsaved.base, unsaved.order)) return begin(columns);
	const { order, added, removed } = rebaseOrder(unsaved.order, columns);
	const rebase = (item: readonly string[]) => rebaseOrder(item, columns).order;
	return {
		base: columns,
		order,
		past: unsaved.past.map(rebase),
		future: unsaved.future.map(rebase),
		added: [...unsaved.added, ...added],
		removed: [...unsaved.removed, ...removed],
	};
}

function step(unsaved: UnsavedOrder, from: 'past' | 'future', to: 'past' | 'future'): UnsavedOrder {
	const next = unsaved[from].at(-1);
	if (next === undefined) return unsaved;
	return { ...unsaved, order: next, [from]: unsaved[from].slice(0, -1), [to]: [...unsaved[to], unsaved.order] };
}
