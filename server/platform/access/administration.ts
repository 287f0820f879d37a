import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { asc, eq, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { foldName, Name } from '#contract/ids.ts';
import { tokens } from '../../store/catalog/schema/tokens.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { dumpForBackup } from '../backup/dump.ts';
import { conflict, forbidden, ServiceError } from '../core/service-error.ts';
import { recordingWrite } from '../state/audit-trail.ts';
import type { Keys } from '../state/keys.ts';
import type { Platform } from '../state/platform.ts';
import { endTokensOf, forgetUser } from './end-user.ts';
import { markUsed } from './sign-in.ts';
import { findActiveUser, findUser, hasUsers } from './users.ts';

/** Administrative commands for the service's machine. A passphrase is passed as its hash, never in plain text. */
export const Command = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('list-users') }),
	z.object({ kind: z.literal('find-user'), username: z.string() }),
	z.object({
		kind: z.literal('add-user'),
		username: Name,
		name: z.string(),
		email: z.string(),
		passphrase: z.nullable(z.string()),
	}),
	z.object({ kind: z.literal('set-passphrase'), username: z.string(), passphrase: z.string() }),
	z.object({ kind: z.literal('disable-user'), username: z.string() }),
	z.object({ kind: z.literal('enable-user'), username: z.string() }),
	z.object({ kind: z.literal('rotate-keys'), forget: z.boolean() }),
	z.object({ kind: z.literal('dump-catalogue'), id: z.uuid() }),
	z.object({ kind: z.literal('recheck-objects'), suspected: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))) }),
]);
export type Command = z.infer<typeof Command>;

export const CommandAnswer = z.object({ lines: z.array(z.string()) });

type Recheck = (suspected: readonly string[]) => Promise<void>;

type Parts = Pick<Platform, 'catalog' | 'keys' | 'now' | 'tokens' | 'revocations'> & {
	readonly settings: Pick<Platform['settings'], 'dataDir'> & Partial<Pick<Platform['settings'], 'signInLinks'>>;
	/** Flags given to this command that the next one needs too, quoted for a shell. */
	readonly flags?: string | undefined;
	/** Checks known or suspected corrupt objects again; absent if no service is running. */
	readonly recheck?: Recheck | undefined;
};

const next = ({ flags = '' }: Parts, program: 'user' | 'sign-in', ...words: readonly string[]): string =>
	`npm run ${program} -- ${words.map(shellWord).join(' ')}${flags}`;

/** Quotes a word for the system's shell. */
export function shellWord(text: string): string {
	if (/^[\p{L}\p{N}_@+=:,./-]+$/u.test(text)) return text;
	return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Runs a command; changes of users or keys are recorded. @throws ServiceError NOT_FOUND, CONFLICT */
export function runAdminCommand(parts: Parts, command: Command): Promise<string[]> {
	if (!recorded.has(command.kind)) return act(parts, command);
	const row = {
		...{ at: parts.now(), actor: 'command line', action: command.kind, outcome: 'done' as const, detail: '' },
		resource: 'username' in command ? command.username : '',
	};
	return recordingWrite(
		parts,
		() => row,
		() => act(parts, command),
	);
}

const recorded: ReadonlySet<Command['kind']> = new Set([
	'add-user',
	'set-passphrase',
	'disable-user',
	'enable-user',
	'rotate-keys',
]);

async function act(parts: Parts, command: Command): Promise<string[]> {
	const { db } = parts.catalog;
	switch (command.kind) {
		case 'list-users':
			return (await db.select().from(users).orderBy(asc(users.folded))).map(describe);
		case 'find-user': {
			if (parts.settings.signInLinks === false) {
				throw conflict(
					'Sign-in links are turned off on this service (--sign-in-links false). Use the service’s sign-in page instead.',
				);
			}
			const user = await existing(parts, command.username);
			if ((await findActiveUser(db, user.username)) !== null) return [user.username];
			const { username } = user;
			throw conflict(
				`${username} is disabled and can’t sign in. To enable this user: ${next(parts, 'user', 'enable', username)}`,
			);
		}
		case 'add-user':
			return [await addUser(parts, command)];
		case 'set-passphrase': {
			const { id, username } = await existing(parts, command.username);
			await parts.catalog.write((tx) =>
				tx.update(users).set({ passphrase: command.passphrase }).where(eq(users.id, id)),
			);
			return [`${username} now signs in with the new passphrase. Existing tokens stay valid.`];
		}
		case 'disable-user':
			return [await disableUser(parts, command.username)];
		case 'enable-user': {
			const { id, username } = await existing(parts, command.username);
			await parts.catalog.write((tx) => tx.update(users).set({ disabledAt: null }).where(eq(users.id, id)));
			return [`${username} can sign in again.`];
		}
		case 'rotate-keys':
			await rotateKeys(parts, command.forget);
			return [
				command.forget
					? 'The service now signs with new keys. Anything signed with the old keys is invalid, so everyone has to sign in again.'
					: 'The service now signs with new keys. Anything signed with the old keys stays valid until it expires.',
			];
		case 'dump-catalogue':
			await dumpForBackup(parts.catalog, parts.settings.dataDir, command.id);
			return [];
		case 'recheck-objects':
			await parts.recheck?.(command.suspected);
			return [];
	}
}

async function addUser(parts: Parts, wanted: Extract<Command, { kind: 'add-user' }>): Promise<string> {
	const { username, name, email, passphrase } = wanted;
	const row = {
		id: randomUUID(),
		username,
		folded: foldName(username),
		name,
		email,
		passphrase,
		createdAt: parts.now(),
	};
	const added = await parts.catalog.write(async (tx) => {
		const admin = !(await hasUsers(tx));
		return tx
			.insert(users)
			.values({ ...row, admin })
			.onConflictDoNothing()
			.returning();
	});
	if (added.length === 0) throw conflict(`The user "${username}" already exists. Choose another name.`);
	if (passphrase !== null) return `Added ${username}. They can sign in with the passphrase you set.`;
	return `Added ${username}. To create a one-time sign-in link: ${next(parts, 'sign-in', username)}`;
}

async function disableUser(parts: Parts, given: string): Promise<string> {
	const { id, username } = await existing(parts, given);
	const now = parts.now();
	await parts.catalog.write(async (tx) => {
		await tx.update(users).set({ disabledAt: now }).where(eq(users.id, id));
		await endTokensOf(tx, id, now);
	});
	forgetUser(parts, id, true);
	return `${username} is disabled and can’t sign in. All of this user’s tokens are revoked. The user’s namespaces and BuildSpecs remain.`;
}

async function rotateKeys(parts: Parts, forget: boolean): Promise<void> {
	const now = parts.now();
	await parts.keys.rotate(now, forget);
	if (!forget) return;
	await parts.catalog.write((tx) => tx.update(tokens).set({ revokedAt: now }).where(isNull(tokens.revokedAt)));
	parts.tokens.forgetAll();
	parts.revocations.everyone();
}

async function existing(parts: Parts, username: string) {
	const user = await findUser(parts.catalog.db, username);
	if (user === null)
		throw new ServiceError(
			'NOT_FOUND',
			`There is no user "${username}". To list users: ${next(parts, 'user', 'list')}`,
		);
	return user;
}

function describe(user: typeof users.$inferSelect): string {
	const how = user.passphrase === null ? 'one-time links' : 'a passphrase';
	const since = user.disabledAt?.toISOString().slice(0, 16).replace('T', ' ');
	const state = since === undefined ? `signs in with ${how}` : `disabled since ${since} UTC`;
	return [user.username, user.name, user.email, state].filter((value) => value !== '').join(' · ');
}

const Signed = z.object({ id: z.uuid(), at: z.int(), command: Command, flags: z.optional(z.string()) });
const freshMs = 60_000;

/** A command as sent to a running service: signed with a secret from its data folder. */
export function signCommand(
	keys: Pick<Keys, 'links'>,
	command: Command,
	now: Date,
	flags?: string,
): { body: string; signature: string } {
	const content: z.infer<typeof Signed> = { id: randomUUID(), at: now.getTime(), command, flags };
	const body = JSON.stringify(content);
	return { body, signature: sign(keys, body).toString('base64url') };
}

/** Runs a command that was sent to us: signed with our keys, recent, and not a replay. @throws ServiceError FORBIDDEN */
export async function runSignedCommand(
	platform: Platform,
	body: string,
	signature: string,
	recheck?: Recheck,
): Promise<string[]> {
	const [given, expected] = [Buffer.from(signature, 'base64url'), sign(platform.keys, body)];
	const refused = forbidden(
		'The service rejected this command. Run it as a user who can read the service’s data folder.',
	);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused;
	const { id, at, command, flags } = Signed.parse(JSON.parse(body));
	const now = platform.now();
	if (Math.abs(now.getTime() - at) > freshMs) throw refused;
	const end = new Date(at + 2 * freshMs);
	if (!(await platform.catalog.write((tx) => markUsed(tx, id, end, now)))) throw refused;
	return runAdminCommand({ ...platform, flags, recheck }, command);
}

const sign = (keys: Pick<Keys, 'links'>, body: string): Buffer =>
	createHmac('sha256', keys.links).update('command\0').update(body).digest();
