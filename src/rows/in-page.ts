import { createMemorySource } from './source/memory-source.ts';
import type { CellValue, GridColumn, RowSource } from './source/row-source.ts';
import type { RunJob } from './source/run-job.ts';

/** Rows that are all in memory. Work over all of them is done in the page. */
export const memorySource = (columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): RowSource =>
	createMemorySource(columns, rows, runInPage);

/** Does a job in the page. What does it is loaded when it is first asked for. */
export const runInPage: RunJob = async (...job) => await (await loadPageJobs()).runPageJob(...job);

/** Loads what does jobs in the page, so that it is there when the service is not. */
export const loadPageJobs = () => import('./page-jobs.ts');
