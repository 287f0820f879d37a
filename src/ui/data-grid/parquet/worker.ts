import type { Line } from './protocol.ts';
import { serveParquet } from './serve-parquet.ts';

serveParquet(globalThis as unknown as Line);
