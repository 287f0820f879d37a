import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

export interface TestDatabase {
	readonly url: string;
	drop(): Promise<void>;
}

/** A new, empty database on the PostgreSQL that TEST_DATABASE_URL names; null where it names none. */
export async function openTestDatabase(): Promise<TestDatabase | null> {
	const server = process.env.TEST_DATABASE_URL;
	if (!server) return null;
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	const run = async (statement: string) => {
		const client = postgres(server, { max: 1, onnotice: () => undefined });
		await client.unsafe(statement);
		await client.end();
	};
	await run(`create database ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
