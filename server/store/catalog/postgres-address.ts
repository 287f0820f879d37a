import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import { DatabaseError } from './database-error.ts';

/** Reads a database URL and its certificate files once, so that replacing a certificate can't break a later connection. @throws DatabaseError */
export function configOf(url: string): ClientConfig {
	const { hostname, port, username, password, pathname, searchParams } = new URL(url);
	const host = searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1');
	return {
		...(host === '' ? {} : { host }),
		...(port === '' ? {} : { port: Number(port) }),
		...(username === '' ? {} : { user: decodeURIComponent(username) }),
		...(password === '' ? {} : { password: decodeURIComponent(password) }),
		...(pathname.length < 2 ? {} : { database: decodeURIComponent(pathname.slice(1)) }),
		ssl: tlsOf(searchParams),
		application_name: 'dataset-console',
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
	};
}

function tlsOf(query: URLSearchParams): ClientConfig['ssl'] {
	const mode = query.get('sslmode') ?? query.get('ssl') ?? 'disable';
	const read = (name: string) => {
		const file = query.get(name);
		if (file === null) return undefined;
		try {
			return readFileSync(file, 'utf8');
		} catch {
			throw new DatabaseError(`Can’t read the ${name} file in DATABASE_URL: ${file}. Check its path and permissions.`);
		}
	};
	const files = { ca: read('sslrootcert'), cert: read('sslcert'), key: read('sslkey') };
	if (['disable', 'false', '0'].includes(mode)) return false;
	if (['require', 'no-verify', 'true', '1'].includes(mode)) return { ...files, rejectUnauthorized: false };
	if (mode === 'verify-ca') return { ...files, checkServerIdentity: () => undefined };
	if (mode === 'verify-full') return files;
	throw new DatabaseError(
		`DATABASE_URL contains sslmode=${mode}, which isn’t supported. Use disable, require, verify-ca or verify-full.`,
	);
}
