import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { place, readText, removeText, writeText } from '../../../storage/web-storage.ts';
import type { Scope } from '../../session/model.ts';
import { useScope } from '../../session/queries.ts';
import { rebaseOrder, sameOrder } from './column-order-model.ts';

interface Work {
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

const begin = (base: readonly string[], order = base): Work => ({
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
	const [work, setWork] = useState(() => restore(key, columns));
	const followed = follow(work, columns);
	if (followed !== work) setWork(followed);
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
			setWork((it) =>
				sameOrder(it.order, next)
					? it
					: { ...it, order: next, past: [...it.past.slice(1 - mostSteps), it.order], future: [] },
			),
		undo: () => setWork((it) => step(it, 'past', 'future')),
		redo: () => setWork((it) => step(it, 'future', 'past')),
		/** Goes on from what was saved. */
		saved: (saved: readonly string[]) => setWork(begin(saved)),
		reset: () => setWork((it) => begin(it.base)),
	};
}

const keyOf = ({ service, user }: Scope, dataset: DatasetCoordinate): string =>
	['dataset-console/column-order/1', place(), service, user, coordinateKey(dataset)].join(' ');

/** Whether this window keeps an order of the dataset's columns that was not saved. */
export const hasUnsavedOrder = (scope: Scope, dataset: DatasetCoordinate): boolean =>
	readText('session', keyOf(scope, dataset)) !== null;

function restore(key: string, columns: readonly string[]): Work {
	try {
		const kept = Kept.safeParse(JSON.parse(readText('session', key) ?? 'null'));
		return kept.success ? begin(kept.data.base, kept.data.order) : begin(columns);
	} catch {
		return begin(columns);
	}
}

function follow(work: Work, columns: readonly string[]): Work {
	if (sameOrder(work.base, columns)) return work;
	if (sameOrder(work.base, work.order)) return begin(columns);
	const { order, added, removed } = rebaseOrder(work.order, columns);
	const rebase = (it: readonly string[]) => rebaseOrder(it, columns).order;
	return {
		base: columns,
		order,
		past: work.past.map(rebase),
		future: work.future.map(rebase),
		added: [...work.added, ...added],
		removed: [...work.removed, ...removed],
	};
}

function step(work: Work, from: 'past' | 'future', to: 'past' | 'future'): Work {
	const next = work[from].at(-1);
	if (next === undefined) return work;
	return { ...work, order: next, [from]: work[from].slice(0, -1), [to]: [...work[to], work.order] };
}
