import type * as z from 'zod/mini';
import { AuthorizationServer, TokenResponse } from '#contract/sign-in.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { ApiError } from './api-error.ts';
import { exchange } from './http.ts';

/** Reads authorization server metadata (RFC 8414). @throws ApiError of kind `unreadable` if it's something else */
export async function readAuthorizationServer(url: string): Promise<AuthorizationServer> {
	const id = 'readAuthorizationServer';
	const { text, status, requestId } = await exchange({ id }, url, { method: 'GET' }, null);
	return parsed(
		AuthorizationServer,
		text,
		`The response from ${url} doesn’t describe how to sign in.`,
		id,
		status,
		requestId,
	);
}

/** Parameters for exchanging an authorization code (RFC 6749, section 4.1.3; RFC 7636, section 4.5). */
export interface CodeExchange {
	readonly tokenUrl: string;
	readonly clientId: string;
	readonly redirectUri: string;
	readonly code: string;
	readonly verifier: string;
}

/** @throws ApiError */
export async function exchangeAuthorization(given: CodeExchange): Promise<TokenResponse> {
	const id = 'exchangeAuthorisation';
	const body = new URLSearchParams({
		grant_type: 'authorization_code',
		code: given.code,
		redirect_uri: given.redirectUri,
		client_id: given.clientId,
		code_verifier: given.verifier,
	});
	const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
	const init = { method: 'POST', headers, body: body.toString() };
	const { text, status, requestId } = await exchange({ id }, given.tokenUrl, init, null);
	const { origin } = new URL(given.tokenUrl);
	return parsed(TokenResponse, text, `The sign-in response from ${origin} has no token.`, id, status, requestId);
}

function parsed<T extends z.ZodMiniType>(
	schema: T,
	text: string,
	message: string,
	operation: string,
	status: number,
	requestId: string | null,
): z.output<T> {
	const read = schema.safeParse(tryParse(text));
	if (read.success) return read.data;
	const facts = {
		kind: 'unreadable',
		status,
		code: 'UNREADABLE',
		message,
		subErrors: [],
		requestId,
		operation,
	} as const;
	throw new ApiError(facts, read.error);
}

function tryParse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
