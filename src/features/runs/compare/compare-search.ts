import { setOrDelete } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { clearGridSearch } from '../../../routing/grid-search.ts';
import type { ComparisonView, RowChange } from '../../../rows/index.ts';

export type ComparedWith = 'previous' | 'destination';

interface CompareSearch {
	/** Null: the first available. */
	readonly with: ComparedWith | null;
	/** Output name; null: the first. */
	readonly output: string | null;
	/** Key columns. Empty: match whole rows; null: suggest a key. */
	readonly key: readonly string[] | null;
	readonly show: ComparisonView;
	readonly view: 'rows' | 'columns';
}

const differences: readonly RowChange[] = ['changed', 'added', 'removed'];
const order: readonly RowChange[] = [...differences, 'same'];

function readCompareSearch(params: URLSearchParams): CompareSearch {
	const key = params.getAll('key').filter((value) => value !== '');
	const requested = params.get('show')?.split(',') ?? [];
	const changes = order.filter((change) => requested.includes(change));
	const other = params.get('with');
	return {
		with: other === 'previous' || other === 'destination' ? other : null,
		output: params.get('output'),
		key: params.has('key') ? key : null,
		show: { changes: params.has('show') ? changes : differences, column: params.get('column') },
		view: params.get('as') === 'columns' ? 'columns' : 'rows',
	};
}

/** State of a comparison in the URL, and a setter. With `replace` false, Back returns to the previous state. */
export function useCompareSearch() {
	const [params, setParams] = useAddressParams();
	const change = (next: Partial<CompareSearch>, replace = true) =>
		setParams((before) => writeCompareSearch(before, next), { replace });
	return [readCompareSearch(params), change] as const;
}

/** Updates the URL, leaving out defaults. */
function writeCompareSearch(params: URLSearchParams, change: Partial<CompareSearch>): URLSearchParams {
	const next = new URLSearchParams(params);
	const { output, key, show, view } = change;
	if (change.with !== undefined) setOrDelete(next, 'with', change.with);
	if (output !== undefined || change.with !== undefined) clearGridSearch(next);
	if (output !== undefined) setOrDelete(next, 'output', output);
	if (key !== undefined) {
		next.delete('key');
		for (const name of key === null ? [] : key.length === 0 ? [''] : key) next.append('key', name);
	}
	if (show !== undefined) {
		const isUsual = show.changes.join() === differences.join();
		setOrDelete(next, 'show', isUsual ? null : show.changes.join());
		setOrDelete(next, 'column', show.column);
	}
	if (view !== undefined) setOrDelete(next, 'as', view === 'rows' ? null : view);
	return next;
}

/** Adds or removes a kind of row, in URL order. */
export function withChange({ changes, column }: ComparisonView, change: RowChange, isWanted: boolean): ComparisonView {
	return {
		changes: order.filter((rowChange) => (rowChange === change ? isWanted : changes.includes(rowChange))),
		column,
	};
}
