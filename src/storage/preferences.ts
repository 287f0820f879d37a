import type * as z from 'zod/mini';
import { readJson, readText, writeText } from './web-storage.ts';

const root = 'dataset-console/preference/1/';

/** Reads a small setting of this browser (a pane's size, a picked language), or null where there is none that fits its schema. */
export const readPreference = <T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | null =>
	readJson('local', root + name, schema) ?? null;

/** Keeps a small setting. One that cannot be kept is only forgotten: nobody's work depends on it. */
export const writePreference = (name: string, value: unknown): void =>
	void writeText('local', root + name, JSON.stringify(value));

/** The page that this browser starts with: its address; null where none was chosen. */
export const startPage = (): string | null => readText('local', `${root}start-page`);

export const keepStartPage = (address: string): void => void writeText('local', `${root}start-page`, address);
