import type { Ingestion } from '#contract/ingest.ts';
import { formatCount } from '../../../lib/format.ts';

/** Effect on the dataset's rows, such as "12 new, 40 changed"; empty if the service doesn't say. */
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

/** Rows added, changed or removed; -1 if the service doesn't say. */
export function effectSize({ effect, state }: Pick<Ingestion, 'effect' | 'state'>): number {
	return effect == null || state !== 'committed' ? -1 : effect.added + effect.changed + effect.removed;
}
