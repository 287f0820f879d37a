import { randomUUID } from 'node:crypto';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { User } from '#contract/user.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { users } from '../../store/catalog/schema/users.ts';
import type { Caller } from '../core/caller.ts';

const shown = { id: users.id, username: users.username, name: users.name, email: users.email };

/** Message for a username that no user has. */
export const noUser = (username: string): string => `This service has no user "${username}". Check the spelling.`;

export async function findUser(db: Db, username: string, condition?: SQL): Promise<User | null> {
	const isNamed = eq(users.folded, foldName(username));
	const [user] = await db.select(shown).from(users).where(and(isNamed, condition));
	return user ?? null;
}

/** Like `findUser`; also null for a disabled user. */
export const findActiveUser = (db: Db, username: string): Promise<User | null> =>
	findUser(db, username, isNull(users.disabledAt));

/** As in the catalog when the token was verified; any change that reduces a user's rights invalidates the cached data in every replica. */
export const userOf = ({ userId, username, name, email, admin }: Caller): User & { admin: boolean } => ({
	...{ id: userId, username, name, email, admin },
});

export async function ensureUser(db: Db, wanted: Pick<User, 'username' | 'name' | 'email'>, now: Date): Promise<User> {
	const { username, name, email } = wanted;
	// The first user becomes admin, to be able to create the others.
	const admin = !(await hasUsers(db));
	await db
		.insert(users)
		.values({ id: randomUUID(), username, folded: foldName(username), name, email, admin, createdAt: now })
		.onConflictDoNothing();
	const user = await findUser(db, username);
	if (user === null) throw new Error(`User ${username} doesn’t exist and couldn’t be created.`);
	return user;
}

export async function hasUsers(db: Db): Promise<boolean> {
	return (await db.$count(users)) > 0;
}
