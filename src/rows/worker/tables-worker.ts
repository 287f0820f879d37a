import type { Line } from './calls.ts';
import { serveTables } from './serve-tables.ts';

serveTables(globalThis as unknown as Line);
