import { jobs } from './operations/jobs.ts';
import { type RunJob, runJob } from './source/run-job.ts';

/** Does any job in the page. */
export const runPageJob: RunJob = (name, input, setting) => runJob(jobs, name, input, setting);
