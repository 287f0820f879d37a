import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** True in the built program, where the files that it reads lie beside it. */
const built = existsSync(join(here, 'migrations'));

export const migrationsFolder = join(here, built ? 'migrations' : 'store/catalog/migrations');
/** The sample's Parquet files, `<namespace>/<dataset>.parquet`. */
export const sampleFolder = join(here, built ? 'sample' : 'sample/data');
