import type { Log } from '../../logging/log.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import type { Engine } from '../types.ts';
import type { StagedFiles } from './import-parts.ts';

export interface SparkEngineOptions {
	readonly url: string;
	/** Reads what Spark wrote, and converts it to files like those of every other run. */
	readonly duckdb: Pick<Engine, 'run' | 'query' | 'describe' | 'measure'>;
	readonly settings: EngineSettings;
	/** The engine's own folder; emptied on start. */
	readonly dir: string;
	readonly stage: () => StagedFiles;
	readonly log: Log;
}
