import { eq, inArray, or } from 'drizzle-orm';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Log } from '../../logging/log.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { CorruptObjectError } from '../../store/objects/types.ts';
import { notFound, ServiceError } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';

/** What stored bytes belong to. */
interface StoredIn {
	readonly coordinate: DatasetCoordinate;
	readonly objects: readonly string[];
}

/** Runs work that reads datasets' objects. @throws ServiceError DATA_CORRUPT that names the dataset with the corrupt object */
export async function readingDatasets<T>(
	{ catalog, log }: Pick<Platform, 'catalog' | 'log'>,
	all: readonly StoredIn[],
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof CorruptObjectError)) throw error;
		const found = all.find(({ objects }) => objects.includes(error.sha256));
		if (found === undefined) throw error;
		const name = formatCoordinate(found.coordinate);
		if (error.problem === 'missing' && !(await isNamed(catalog.db, error.sha256)))
			throw notFound(`The rows of ${name} were just replaced or deleted. Try again.`);
		throw corrupt(log, error, datasetData(name));
	}
}

export interface StoredData {
	readonly what: string;
	readonly remedy: string;
}

export const datasetData = (name: string): StoredData => ({
	what: `Data in ${name}`,
	remedy: 'Rebuild the dataset, upload its data again, or restore it from a backup.',
});

export function outputData(output: string, runId: string, destination: DatasetCoordinate | null): StoredData {
	const [source, again] =
		destination === null
			? ['a query without a BuildSpec', 'query']
			: [`the preview of ${formatCoordinate(destination)}`, 'preview'];
	return { what: `Output "${output}" from ${source} (run ${runId})`, remedy: `Run the ${again} again.` };
}

export const uploadedData = (target: string): StoredData => ({
	what: `Uploaded data for ${target}`,
	remedy: 'Cancel this upload and start it again.',
});

/** Reports what is corrupt and how to recover it; the reason and the object only go to the log. */
export function corrupt(log: Log, { sha256, problem }: CorruptObjectError, { what, remedy }: StoredData): ServiceError {
	log.error(`${what} is ${problem === 'missing' ? 'missing' : 'corrupt'} (object ${sha256}).`);
	const message = problem === 'missing' ? 'is missing from storage' : 'is corrupt: its bytes changed in storage';
	return new ServiceError('DATA_CORRUPT', `${what} ${message}. ${remedy}`);
}

async function isNamed(db: Db, sha256: string): Promise<boolean> {
	const contents = db.select({ content: parts.content }).from(parts).where(eq(parts.sha256, sha256));
	const { sha256: content } = datasetVersions;
	return (await db.$count(datasetVersions, or(eq(content, sha256), inArray(content, contents)))) > 0;
}
