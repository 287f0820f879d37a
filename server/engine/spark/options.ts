import type { Log } from '../../logging/log.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import type { Engine } from '../types.ts';
import type { StagedFiles } from './take-in.ts';

export interface SparkEngineOptions {
	readonly url: string;
	/** Makes files of what Spark wrote that are like those of every other run, and reads them. */
	readonly duckdb: Pick<Engine, 'run' | 'query' | 'describe' | 'measure'>;
	readonly settings: EngineSettings;
	/** A folder of the engine's own, which is emptied. */
	readonly dir: string;
	readonly stage: () => StagedFiles;
	readonly log: Log;
}
