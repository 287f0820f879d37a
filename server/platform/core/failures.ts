import { EngineError } from '../../engine/errors.ts';
import { isCatalogDamage } from '../../store/catalog/catalog-error.ts';
import { isMemoryOut, isReadOnly, isUnavailable } from '../../store/catalog/unavailable.ts';
import { errorCode } from '../../store/error-code.ts';
import { StoreError, UnreadableFileError } from '../../store/objects/types.ts';
import { ServiceError } from './service-error.ts';

/** Failures of the environment. Log lines and the metric `dataset_failures_total` use these names. */
export const failureKinds = [
	'disk_full',
	'storage_read_only',
	'storage_unreadable',
	'catalog_damaged',
	'database_unavailable',
	'database_read_only',
	'object_store_unavailable',
	'too_many_open_files',
	'out_of_memory',
	'clock_moved',
	'runner_not_started',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface Failure {
	readonly kind: FailureKind;
	/** The error shown to users. */
	readonly error: ServiceError;
}

/** When to retry after something had to be fixed, seconds. */
const retryAfter = 10;

const failure = (kind: FailureKind, code: ServiceError['code'], message: string): Failure => ({
	kind,
	error: new ServiceError(code, message, [], retryAfter),
});

export const diskFull = (): Failure =>
	failure(
		'disk_full',
		'STORAGE_FULL',
		'The service’s disk is almost full, so nothing new can be saved. Reading and deleting still work. Delete data you no longer need, or ask your admin for more space.',
	);

export const storageReadOnly = (): Failure =>
	failure(
		'storage_read_only',
		'STORAGE_READ_ONLY',
		'The service can’t write to its data folder, so nothing can be saved. Ask your admin to check the folder.',
	);

/** By system error code (errno(3)). */
const bySystemCode: Readonly<Record<string, () => Failure>> = {
	ENOSPC: diskFull,
	EDQUOT: diskFull,
	// PostgreSQL: disk_full
	53100: diskFull,
	EACCES: storageReadOnly,
	EPERM: storageReadOnly,
	EROFS: storageReadOnly,
	ENOTDIR: storageReadOnly,
	EMFILE: () => tooManyFiles(),
	ENFILE: () => tooManyFiles(),
	ENOMEM: () => memoryOut(),
};

const tooManyFiles = (): Failure =>
	failure(
		'too_many_open_files',
		'UNAVAILABLE',
		'The service has too many open files right now. If you were saving a change, check whether it was saved. Then try again in a moment. If the problem persists, ask your admin to raise the limit.',
	);

const memoryOut = (): Failure =>
	failure(
		'out_of_memory',
		'UNAVAILABLE',
		'The system is out of memory. Try again in a moment. If the problem persists, contact your admin.',
	);

/** Engine errors outside of runs. */
const ofEngine: Partial<Record<EngineError['code'], () => Failure>> = {
	STORAGE_FULL: () =>
		failure(
			'disk_full',
			'STORAGE_FULL',
			'The service’s disk is full, so the result couldn’t be calculated. Select fewer rows or columns, or ask your admin for more space.',
		),
	RUNNER_NOT_STARTED: () =>
		failure(
			'runner_not_started',
			'UNAVAILABLE',
			'The service couldn’t start a process for this query. Try again. If the problem persists, ask your admin to check the service log.',
		),
	STORAGE_READ_ONLY: storageReadOnly,
};

/** The environmental failure behind an error; null for every other error. */
export function failureOf(error: unknown): Failure | null {
	if (error instanceof UnreadableFileError) return failure('storage_unreadable', 'UNAVAILABLE', error.message);
	if (error instanceof StoreError) return failure('object_store_unavailable', 'UNAVAILABLE', error.message);
	if (isCatalogDamage(error)) {
		return failure(
			'catalog_damaged',
			'CATALOG_DAMAGED',
			'The service’s catalog is damaged, so nothing was changed. Ask your admin to restore the catalog.',
		);
	}
	if (isReadOnly(error)) {
		return failure(
			'database_read_only',
			'STORAGE_READ_ONLY',
			'The service’s database is read-only right now, so nothing can be saved. Reading still works. If the problem persists, contact your admin.',
		);
	}
	if (isUnavailable(error)) {
		return failure(
			'database_unavailable',
			'UNAVAILABLE',
			'The service’s database isn’t responding. If you were saving a change, check whether it was saved. Then try again in a moment.',
		);
	}
	if (error instanceof EngineError) return ofEngine[error.code]?.() ?? null;
	if (isMemoryOut(error)) return memoryOut();
	return bySystemCode[errorCode(error)]?.() ?? null;
}

/** Whether a stream failed because its other end disconnected. */
export const isDisconnect = (error: Error): boolean => error.name === 'AbortError' || errorCode(error) === 'ECONNRESET';
