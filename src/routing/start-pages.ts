import { paths } from './paths.ts';

/** Pages that the console can start with, the usual one first. */
export const startPages = [paths.buildSpecs(), paths.home(), paths.namespaces(), paths.worksheet(), paths.agents()];
