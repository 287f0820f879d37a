import type { Jobs } from '../source/job.ts';

/** Operations on all rows of a table, for job runners. */
export const jobs: Jobs = {
	arrange: async () => (await import('./arrange/arrange-job.ts')).arrange,
	compare: async () => (await import('./compare/compare-job.ts')).compareJob,
	compareView: async () => (await import('./compare/compare-job.ts')).compareViewJob,
	readColumns: async () => (await import('./aggregate/read-columns-job.ts')).readColumnsJob,
	export: async () => (await import('./export/export-job.ts')).exportRows,
	group: async () => (await import('./group/group-job.ts')).groupJob,
	matches: async () => (await import('./find/matches-job.ts')).matchesJob,
	find: async () => (await import('./find/find-job.ts')).find,
	profile: async () => (await import('./profile/profile-job.ts')).profileJob,
	proposeKey: async () => (await import('./compare/compare-job.ts')).proposeKeyJob,
};
