import { jobs } from '../operations/jobs.ts';
import type { Line } from './calls.ts';
import { serveFiles } from './serve-files.ts';

serveFiles(globalThis as unknown as Line, jobs);
