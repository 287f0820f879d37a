import type { Job } from './job.ts';

/** Every job by its name; each is loaded when it is first asked for. */
export const jobs: Readonly<Record<string, () => Promise<Job<never, unknown>>>> = {
	profile: async () => (await import('../profile/profile-job.ts')).profileJob,
};
