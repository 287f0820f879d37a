import { jobs } from './operations/jobs.ts';
import { type RunJob, runJob } from './source/job.ts';

export const runPageJob: RunJob = (name, input, setting) => runJob(jobs, name, input, setting);

export const warmUp = async (): Promise<void> => void (await jobs.readColumns?.());
