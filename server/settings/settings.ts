import type { readSettings } from './read-settings.ts';

type Command = ReturnType<typeof readSettings>;
export type Settings = Command['settings'];
export type ConsoleOnly = NonNullable<Command['alone']>;
export type S3Settings = NonNullable<Settings['s3']>;
export type OidcSettings = NonNullable<Settings['oidc']>;
export type EngineSettings = Settings['engine'];
export type ModelSettings = Settings['models'];
export type ProviderSettings = ModelSettings['providers'][number];

/** Whether several processes may serve the same catalog and objects, which requires PostgreSQL and a bucket. */
export const isShared = ({ databaseUrl, s3 }: Pick<Settings, 'databaseUrl' | 's3'>): boolean =>
	databaseUrl !== null && s3 !== null;
