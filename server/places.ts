import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** True in the built program, where the files that it reads lie beside it. */
const built = existsSync(join(here, 'migrations'));

export const migrationsFolder = join(here, built ? 'migrations' : 'store/catalog/migrations');
/** A catalogue with its tables and nothing in them, made by the build; null where the service runs from its source. */
export const catalogSnapshot = built ? join(here, 'catalog.tar.gz') : null;
/** The sample's Parquet files, `<namespace>/<dataset>.parquet`. */
export const sampleFolder = join(here, built ? 'sample' : 'sample/data');
