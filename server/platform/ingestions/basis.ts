import { createHash } from 'node:crypto';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import { ServiceError } from '../core/service-error.ts';
import type { IngestionRow } from './find.ts';

type Decided = Pick<IngestionRow, 'namespaceId' | 'dataset' | 'mode' | 'key' | 'plan' | 'cleaning'>;

/**
 * What a review shows the result of: a version of the dataset, and how the file is to be saved. Different for a dataset that was deleted and
 * created again.
 */
export function basisOf(row: Decided, before: Pick<DatasetRow, 'id' | 'version'> | null): string {
	const { namespaceId, dataset, mode, key, plan, cleaning } = row;
	const { remarks: _remarks, ...decided } = plan ?? {};
	const of = before === null ? 'new' : `${before.version}.${before.id}`;
	return `${of}:${hashOf({ namespaceId, dataset, mode, key, decided, cleaning })}`;
}

/** @param basis of the review that the caller saw @throws ServiceError VERSION_CONFLICT if the commit would do something else */
export function assertBasis(
	basis: string | null,
	{ row, target }: { readonly row: Decided; readonly target: DatasetCoordinate },
	before: Pick<DatasetRow, 'id' | 'version'> | null,
): void {
	if (basis === null) return;
	const current = basisOf(row, before);
	if (basis === current) return;
	const [[was], [is]] = [basis.split(':'), current.split(':')];
	const why =
		was === is
			? 'This file’s settings changed after this review, for example in another tab.'
			: `${formatCoordinate(target)} ${changeOf(was, is)} after this review.`;
	throw new ServiceError('VERSION_CONFLICT', `Nothing was written. ${why} Review the file again, then commit.`);
}

function changeOf(was: string | undefined, is: string | undefined): string {
	if (is === 'new') return 'was deleted';
	return was === 'new' ? 'was created' : 'changed';
}

/** The same for objects with the same members in another order, as the catalog may return them. */
function hashOf(value: unknown): string {
	const sorted = (_name: string, item: unknown) =>
		item === null || typeof item !== 'object' || Array.isArray(item)
			? item
			: Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
	return createHash('sha256').update(JSON.stringify(value, sorted)).digest('base64url').slice(0, 22);
}
