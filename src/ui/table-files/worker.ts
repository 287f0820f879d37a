import type { Line } from './protocol.ts';
import { serveTables } from './serve-tables.ts';

serveTables(globalThis as unknown as Line);
