import { serveTables } from './serve-tables.ts';
import type { Line } from './table-protocol.ts';

serveTables(globalThis as unknown as Line);
