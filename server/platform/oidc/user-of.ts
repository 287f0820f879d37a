import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { User } from '#contract/user.ts';
import type { OidcSettings } from '../../settings/settings.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { invitations, userIdentities, users } from '../../store/catalog/schema/users.ts';
import { hasUsers } from '../access/users.ts';
import { recordAudit } from '../state/audit-trail.ts';
import type { Person } from './person.ts';
import { SignInRefusal } from './refusal.ts';

type Row = typeof users.$inferSelect;

/** The user for a person: the one with their identity, or a new one. @returns how the user changed @throws SignInRefusal */
export async function userOf(
	tx: Db,
	oidc: OidcSettings,
	person: Person,
	now: Date,
): Promise<{ user: User; change: 'none' | 'some' | 'less' }> {
	const row = (await findByIdentity(tx, oidc, person)) ?? (await linkOrCreate(tx, oidc, person, now));
	if (row.disabledAt !== null) {
		const message = `Your account ${row.username} is disabled on this service. Ask your admin to enable it.`;
		throw new SignInRefusal(message, { status: 403, username: row.username });
	}
	const admin = person.admin ?? row.admin;
	const [name, email] = [person.name || row.name, person.email || row.email];
	const isOther = name !== row.name || email !== row.email || admin !== row.admin;
	// Setting `disabledAt` again, to the same value, notifies other replicas of the change.
	if (isOther)
		await tx.update(users).set({ name, email, admin, disabledAt: row.disabledAt }).where(eq(users.id, row.id));
	if (admin !== row.admin) {
		await record(
			tx,
			row,
			now,
			'updateUser',
			admin ? 'admin rights granted by the provider' : 'admin rights removed by the provider',
		);
	}
	const change = row.admin && !admin ? 'less' : isOther ? 'some' : 'none';
	return { user: { id: row.id, username: row.username, name, email }, change };
}

/** Matches the provider's own issuer name, which may differ from the configured one by a slash; older identities have the latter. */
async function findByIdentity(tx: Db, oidc: OidcSettings, { issuer, subject }: Person): Promise<Row | null> {
	const isTheirs = and(inArray(userIdentities.issuer, [issuer, oidc.issuer]), eq(userIdentities.subject, subject));
	const found = await tx
		.select({ user: users, issuer: userIdentities.issuer })
		.from(userIdentities)
		.innerJoin(users, eq(users.id, userIdentities.userId))
		.where(isTheirs)
		// Keeps concurrent changes by an admin from being overwritten.
		.for('update', { of: users });
	const own = found.find((identity) => identity.issuer === issuer);
	const [former] = found;
	if (own !== undefined || former === undefined) return own?.user ?? null;
	await tx.update(userIdentities).set({ issuer }).where(isTheirs);
	return former.user;
}

async function linkOrCreate(tx: Db, oidc: OidcSettings, person: Person, now: Date): Promise<Row> {
	const known = oidc.linkEmails && person.email !== '' ? await findByEmail(tx, person.email) : null;
	const user = known ?? (await create(tx, person, now));
	const { issuer, subject } = person;
	const identity = { issuer, subject, userId: user.id, createdAt: now };
	const [added] = await tx.insert(userIdentities).values(identity).onConflictDoNothing().returning();
	// Two concurrent first sign-ins of the same person: roll this one back.
	if (added === undefined) throw new SignInRefusal('You signed in twice at the same time. Sign in again.');
	// From now on, the provider is the only way in.
	await tx.delete(invitations).where(eq(invitations.userId, user.id));
	await record(tx, user, now, known === null ? 'createUser' : 'linkUser', `first sign-in with ${issuer}`);
	return user;
}

/** The only user with this address, if that user has no identity yet. */
async function findByEmail(tx: Db, email: string): Promise<Row | null> {
	const found = await tx
		.select({ user: users })
		.from(users)
		.leftJoin(userIdentities, eq(userIdentities.userId, users.id))
		.where(and(sql`lower(${users.email}) = ${email.toLowerCase()}`, isNull(userIdentities.userId)))
		// Keeps concurrent changes by an admin from being overwritten.
		.for('update', { of: users });
	return found.length === 1 ? (found[0]?.user ?? null) : null;
}

/** Creates a user with an unused name: a taken one belongs to somebody else. */
async function create(tx: Db, { username: best, name, email, admin }: Person, now: Date): Promise<Row> {
	// The first user becomes admin, to be able to manage the others.
	const isAdmin = admin ?? !(await hasUsers(tx));
	const numbered = Array.from({ length: 1_000 }, (_, index) => `${best}-${index + 2}`);
	for (const username of [best, ...numbered]) {
		const row = { id: randomUUID(), username, folded: foldName(username), name, email, admin: isAdmin, createdAt: now };
		const [added] = await tx.insert(users).values(row).onConflictDoNothing().returning();
		if (added !== undefined) return added;
	}
	throw new SignInRefusal(`All usernames like ${best} are taken. Ask your admin to add you as a user.`, {
		status: 403,
		claimed: best,
	});
}

const record = (tx: Db, { id, username }: Row, at: Date, action: string, detail: string): Promise<void> =>
	recordAudit(tx, { at, actorId: id, actor: username, action, resource: username, detail, outcome: 'done' });
