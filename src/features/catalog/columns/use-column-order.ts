import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { readJson, readText, removeText, writeText } from '../../../storage/web-storage.ts';
import type { Scope } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { columnOrderKey } from '../unsaved-texts.ts';
import { rebaseOrder, sameOrder } from './column-order-model.ts';

interface UnsavedOrder {
	readonly base: readonly string[];
	/** The order before and after each change. */
	readonly steps: readonly (readonly string[])[];
	/** Index of the current step. */
	readonly at: number;
	/** Columns added and removed on the service since editing began. */
	readonly added: readonly string[];
	readonly removed: readonly string[];
}

const StoredOrder = z.object({ base: z.array(z.string()), order: z.array(z.string()) });

/** Maximum undo steps. */
const maxSteps = 200;

const begin = (base: readonly string[], order = base): UnsavedOrder => ({
	base,
	steps: [order],
	at: 0,
	added: [],
	removed: [],
});

const orderOf = ({ base, steps, at }: UnsavedOrder): readonly string[] => steps[at] ?? base;

/**
 * A column order being edited. This tab keeps it until it's saved or reset, and merges in columns added or removed on
 * the service.
 * @param columns current names on the service
 */
export function useColumnOrder(dataset: DatasetCoordinate, columns: readonly string[]) {
	const key = columnOrderKey(useScope(), dataset);
	const [unsaved, setUnsaved] = useState(() => {
		const { base, order } = readJson('session', key, StoredOrder) ?? { base: columns };
		return begin(base, order);
	});
	const followed = follow(unsaved, columns);
	if (followed !== unsaved) setUnsaved(followed);
	const { base, steps, at, added, removed } = followed;
	const order = orderOf(followed);
	const dirty = !sameOrder(order, base);
	useEffect(() => {
		if (dirty) writeText('session', key, JSON.stringify({ base, order }));
		else removeText('session', key);
	}, [key, dirty, base, order]);

	const move = (by: 1 | -1) =>
		setUnsaved((unsaved) => (unsaved.steps[unsaved.at + by] ? { ...unsaved, at: unsaved.at + by } : unsaved));
	return {
		order,
		dirty,
		added,
		removed,
		canUndo: at > 0,
		canRedo: at < steps.length - 1,
		change: (next: readonly string[]) =>
			setUnsaved((unsaved) => {
				if (sameOrder(orderOf(unsaved), next)) return unsaved;
				const steps = [...unsaved.steps.slice(0, unsaved.at + 1).slice(-maxSteps), next];
				return { ...unsaved, steps, at: steps.length - 1 };
			}),
		undo: () => move(-1),
		redo: () => move(1),
		/** Continues from the saved order. */
		saved: (saved: readonly string[]) => setUnsaved(begin(saved)),
		reset: () => setUnsaved((unsaved) => begin(unsaved.base)),
	};
}

export const hasUnsavedOrder = (scope: Scope, dataset: DatasetCoordinate): boolean =>
	readText('session', columnOrderKey(scope, dataset)) !== null;

function follow(unsaved: UnsavedOrder, columns: readonly string[]): UnsavedOrder {
	if (sameOrder(unsaved.base, columns)) return unsaved;
	const order = orderOf(unsaved);
	if (sameOrder(unsaved.base, order)) return begin(columns);
	const { added, removed } = rebaseOrder(order, columns);
	return {
		...unsaved,
		base: columns,
		steps: unsaved.steps.map((step) => rebaseOrder(step, columns).order),
		added: [...unsaved.added, ...added],
		removed: [...unsaved.removed, ...removed],
	};
}
