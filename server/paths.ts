import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** True in the built program, which has its data files next to it. */
const built = existsSync(join(here, 'migrations'));

export const migrationsFolder = join(here, built ? 'migrations' : 'store/catalog/migrations');
/** Folder where a test run built the programs; tests themselves run from source. */
const builtForTests = process.env.DATASET_CONSOLE_PROGRAMS;
const programs = built ? here : builtForTests;
/** An empty catalog with its tables, made by the build; null if the service runs from source. */
export const catalogSnapshot = programs === undefined ? null : join(programs, 'catalog.tar.gz');
/** The sample's Parquet files, `<namespace>/<dataset>.parquet`. */
export const sampleFolder = join(here, built ? 'sample' : 'sample/data');
