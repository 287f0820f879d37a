import { StoreError } from '../store/objects/types.ts';
import { ServiceError } from './service-error.ts';

/** What the service says when something that it rests on does not do its part; null for every other error. */
export const unavailable = (error: unknown): ServiceError | null =>
	error instanceof StoreError ? new ServiceError('UNAVAILABLE', error.message) : null;
