import * as z from 'zod/mini';
import { readPreference, writePreference } from '../../storage/preferences.ts';

const name = 'start-page';

/** The address of the page that this browser starts with; null where none was chosen. */
export const readStartPage = (): string | null => readPreference(name, z.string());

export const keepStartPage = (address: string): void => writePreference(name, address);
