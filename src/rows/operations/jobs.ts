import type { Job } from '../source/job.ts';

/** Every job by its name; each is loaded when it is first asked for. */
export const jobs: Readonly<Record<string, () => Promise<Job<never, unknown>>>> = {
	arrange: async () => (await import('./arrange/arrange-job.ts')).arrange,
	compare: async () => (await import('./compare/compare-job.ts')).compareJob,
	compareView: async () => (await import('./compare/compare-job.ts')).compareViewJob,
	readColumns: async () => (await import('./aggregate/read-columns-job.ts')).readColumnsJob,
	export: async () => (await import('./export/export-job.ts')).exportRows,
	find: async () => (await import('./find/find-job.ts')).find,
	profile: async () => (await import('./profile/profile-job.ts')).profileJob,
	proposeKey: async () => (await import('./compare/compare-job.ts')).proposeKeyJob,
};
