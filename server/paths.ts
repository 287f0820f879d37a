import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** True in the built program, where the files that it reads lie beside it. */
const built = existsSync(join(here, 'migrations'));

export const migrationsFolder = join(here, built ? 'migrations' : 'store/catalog/migrations');
/** The folder in which a run of the tests, which are run from source, built the programs. */
const builtForTests = process.env.DATASET_CONSOLE_PROGRAMS;
const programs = built ? here : builtForTests;
/** A catalog with its tables and nothing in them, made by the build; null where the service runs from its source. */
export const catalogSnapshot = programs === undefined ? null : join(programs, 'catalog.tar.gz');
/** The sample's Parquet files, `<namespace>/<dataset>.parquet`. */
export const sampleFolder = join(here, built ? 'sample' : 'sample/data');
