import { mutationOptions } from '@tanstack/react-query';
import { foldName } from '#contract/ids.ts';
import { grantShare, listShares, type NamespaceShare, revokeShare, type ShareRole } from '#contract/permission.ts';
import { createToken, listTokens, type NewToken, revokeToken } from '#contract/token.ts';
import { inviteUser, type NewUser, type UserEdit, updateUser } from '#contract/user-admin.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { settleWrite } from '../../api/lost-write.ts';
import { accessKeys } from './queries.ts';

export interface Share extends NamespaceShare {
	readonly owner: string;
	readonly namespace: string;
}

export const shareKey = ({ owner, namespace, username, role }: Share): string =>
	[owner, namespace, username, role].join('/');

/** "an editor" */
export const withArticle = (role: ShareRole): string => (role === 'editor' ? 'an editor' : 'a viewer');

export type ShareAction = { readonly kind: 'withdraw' } | { readonly kind: 'role'; readonly role: ShareRole };

export interface ShareChange {
	readonly shares: readonly Share[];
	readonly action: ShareAction;
}

export interface ShareOutcome {
	readonly share: Share;
	/** Null on success. */
	readonly error: unknown;
}

const paramsOf = ({ owner, namespace }: Share) => ({ username: owner, namespace });

const requestOf = (share: Share) => ({
	params: paramsOf(share),
	body: { username: share.username, role: share.role },
});

const roleNow = async (share: Share): Promise<ShareRole | null> => {
	const { items } = await call(listShares, { params: paramsOf(share) });
	return items.find((item) => foldName(item.username) === foldName(share.username))?.role ?? null;
};

/** Grants access or changes the role. If the response is lost, the list of shares is checked. */
const grant = (share: Share): Promise<unknown> =>
	settleWrite({
		operation: grantShare.id,
		done: 'granted',
		send: () => call(grantShare, requestOf(share)).then(() => true),
		find: async () => ((await roleNow(share)) === share.role ? true : null),
	});

/** @param canLook whether the service lists shares, to check there if the response is lost */
function revoke(share: Share, canLook: boolean): Promise<unknown> {
	const send = () => call(revokeShare, requestOf(share)).then(() => true);
	if (!canLook) return send();
	const find = async () => ((await roleNow(share)) === null ? true : null);
	return settleWrite({ operation: revokeShare.id, done: 'revoked', send, find });
}

interface ShareInput extends ShareChange {
	readonly canLook: boolean;
	/** Called for each share when it's done. */
	readonly onSettled: (outcome: ShareOutcome) => void;
}

/** Applies an action to several shares one by one. A failure doesn't stop the others. */
export const changeSharesMutation = () =>
	mutationOptions({
		mutationFn: async ({ shares, action, canLook, onSettled }: ShareInput): Promise<readonly ShareOutcome[]> => {
			const outcomes: ShareOutcome[] = [];
			for (const share of shares) {
				const work = action.kind === 'withdraw' ? revoke(share, canLook) : grant({ ...share, role: action.role });
				const error: unknown = await work.then(
					() => null,
					(reason: unknown) => reason,
				);
				outcomes.push({ share, error });
				onSettled({ share, error });
			}
			return outcomes;
		},
		meta: { invalidates: [accessKeys.shares] },
	});

export const grantShareMutation = () =>
	mutationOptions({ mutationFn: (share: Share) => grant(share), meta: { invalidates: [accessKeys.shares] } });

/** Creates a token. Its text is only in the response; if that is lost, so is the text. */
export const createTokenMutation = () =>
	mutationOptions({
		mutationFn: (body: NewToken) => call(createToken, { body }),
		// The response has the token's text, so it's dropped with the dialog that shows it.
		gcTime: 0,
		meta: { invalidates: [accessKeys.tokens] },
	});

/** Revokes a token. If the response is lost, it counts as revoked if it's no longer listed. */
export const revokeTokenMutation = (canLook: boolean) =>
	mutationOptions({
		mutationFn: ({ tokenId }: { tokenId: string }): Promise<unknown> => {
			const send = () => call(revokeToken, { params: { tokenId } }).then(() => true);
			if (!canLook) return send();
			return settleWrite({
				operation: revokeToken.id,
				done: 'revoked',
				send,
				find: async () => ((await isListed(tokenId)) ? null : true),
			});
		},
		meta: { invalidates: [accessKeys.tokens] },
	});

async function isListed(tokenId: string): Promise<boolean> {
	try {
		const { items } = await call(listTokens, { query: { limit: '1000' } });
		return items.some((item) => item.id === tokenId);
	} catch (error) {
		// The request's own token was revoked.
		if (isApiError(error) && error.status === 401) return false;
		throw error;
	}
}

/** Invites a user. The address is only in the response; if that is lost, a new invitation replaces it. */
export const inviteUserMutation = () =>
	mutationOptions({
		mutationFn: (body: NewUser) => call(inviteUser, { body }),
		gcTime: 0,
		meta: { invalidates: [accessKeys.users] },
	});

export const updateUserMutation = () =>
	mutationOptions({
		mutationFn: ({ username, body }: { username: string; body: UserEdit }) =>
			call(updateUser, { params: { username }, body }),
		meta: { invalidates: [accessKeys.users] },
	});
