import { isCatalogDamage } from '../../store/catalog/catalog-error.ts';
import { isUnavailable } from '../../store/catalog/unavailable.ts';
import { StoreError } from '../../store/objects/types.ts';
import { ServiceError } from './service-error.ts';

const damaged =
	'The catalog is damaged and what was asked of it was not done: whoever runs the service has to restore it from its daily dump or a backup.';

/** What the service says when something that it rests on does not do its part; null for every other error. */
export function unavailable(error: unknown): ServiceError | null {
	if (error instanceof StoreError) return new ServiceError('UNAVAILABLE', error.message);
	if (isCatalogDamage(error)) return new ServiceError('CATALOG_DAMAGED', damaged);
	if (!isUnavailable(error)) return null;
	const message =
		'The database that the service keeps its catalogue in does not answer at present. Try again in a moment; where you changed something, look first whether it is done.';
	return new ServiceError('UNAVAILABLE', message);
}
