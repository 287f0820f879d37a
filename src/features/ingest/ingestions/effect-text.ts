import type { Ingestion } from '#contract/ingest.ts';
import { formatCount } from '../../../lib/format.ts';

/** What became of the dataset's rows, as in "12 new, 40 changed"; an empty text where the service doesn’t say. */
export function effectText({ effect, state }: Pick<Ingestion, 'effect' | 'state'>): string {
	if (effect == null || state !== 'committed') return '';
	const { added, changed, unchanged, removed } = effect;
	const parts = [
		[added, 'new'],
		[changed, 'changed'],
		[unchanged, 'unchanged'],
		[removed, 'removed'],
	] as const;
	const those = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`]));
	return those.length === 0 ? 'No rows' : those.join(', ');
}

/** Rows that it added, changed or removed; -1 where the service doesn’t say. */
export function effectSize({ effect, state }: Pick<Ingestion, 'effect' | 'state'>): number {
	return effect == null || state !== 'committed' ? -1 : effect.added + effect.changed + effect.removed;
}
