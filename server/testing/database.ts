import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
	readonly url: string;
	drop(): Promise<void>;
}

/**
 * A new, empty database on the PostgreSQL in TEST_DATABASE_URL; null if that isn't set.
 * @param locale sort order of strings, such as `en-US`; by bytes if absent
 */
export async function openTestDatabase(locale?: string): Promise<TestDatabase | null> {
	const server = process.env.TEST_DATABASE_URL;
	if (!server) return null;
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	const run = async (statement: string) => {
		const client = new Client(server);
		await client.connect();
		await client.query(statement);
		await client.end();
	};
	const sorting = locale === undefined ? '' : `template template0 locale_provider icu icu_locale '${locale}'`;
	await run(`create database ${name} ${sorting}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
