import { expect, it } from 'vitest';
import { advertisedMethod, configuredMethod, metadataAddresses } from './sign-in-method.ts';

const here = { base: 'https://console.example.org/tools/', canHash: true };
const entry = { baseUrl: 'https://data.example.org/team/api/v1', authUrl: null };
const prefix = 'https://data.example.org/team';
const metadata = {
	issuer: prefix,
	authorization_endpoint: `${prefix}/auth/authorize`,
	token_endpoint: `${prefix}/auth/token`,
	response_types_supported: ['code', 'token', 'id_token token'],
	code_challenge_methods_supported: ['S256'],
	authorization_response_iss_parameter_supported: true,
};

it('prefers a code with PKCE, and falls back to the implicit flow', () => {
	expect(advertisedMethod(entry, prefix, metadata, here)).toEqual({
		flow: 'code',
		authorizeUrl: `${prefix}/auth/authorize`,
		tokenUrl: `${prefix}/auth/token`,
		clientId: 'dataset-console',
		redirectUri: 'https://console.example.org/tools/sign-in',
		issuer: prefix,
		tellsIssuer: true,
		idToken: false,
	});
	const implicit = { flow: 'implicit', tokenUrl: null, idToken: true };
	expect(advertisedMethod(entry, prefix, metadata, { ...here, canHash: false })).toMatchObject(implicit);
	const plain = { ...metadata, code_challenge_methods_supported: ['plain'] };
	expect(advertisedMethod(entry, prefix, plain, here)).toMatchObject(implicit);
	const bare = { ...metadata, response_types_supported: ['token'] };
	expect(advertisedMethod(entry, prefix, bare, here)).toMatchObject({ flow: 'implicit', idToken: false });
	expect(advertisedMethod(entry, prefix, { ...metadata, response_types_supported: ['id_token'] }, here)).toBeNull();
});

it.each([
	['names another issuer', { issuer: 'https://evil.example/team' }],
	['names an issuer with another path', { issuer: 'https://data.example.org' }],
	['has an authorization endpoint that isn’t a web URL', { authorization_endpoint: 'javascript:alert(1)' }],
	['has a token endpoint that isn’t a web URL', { token_endpoint: 'data:text/plain,x' }],
])('ignores metadata that %s', (_what, wrong) => {
	expect(advertisedMethod(entry, prefix, { ...metadata, ...wrong }, here)).toBeNull();
});

it('uses a local service’s host name as configured', () => {
	const issuer = 'http://127.0.0.1:8750';
	const local = {
		...metadata,
		issuer,
		authorization_endpoint: `${issuer}/auth/authorize`,
		token_endpoint: `${issuer}/auth/token`,
	};
	const called = { baseUrl: 'http://localhost:8750/api/v1', authUrl: null };
	expect(advertisedMethod(called, 'http://localhost:8750', local, here)).toMatchObject({
		authorizeUrl: 'http://localhost:8750/auth/authorize',
		tokenUrl: 'http://localhost:8750/auth/token',
		issuer,
	});
});

it('prefers the configuration over metadata', () => {
	const configured = { ...entry, authUrl: 'https://id.example.org/authorize', clientId: 'desk' };
	expect(configuredMethod(configured, here)).toMatchObject({ flow: 'implicit', clientId: 'desk', issuer: null });
	const withToken = { ...configured, tokenUrl: 'https://id.example.org/token' };
	expect(configuredMethod(withToken, here)).toMatchObject({ flow: 'code', tokenUrl: 'https://id.example.org/token' });
	expect(configuredMethod(entry, here)).toBeNull();
});

it('looks up metadata where RFC 8414 requires it and below the service’s path', () => {
	const name = '.well-known/oauth-authorization-server';
	expect(metadataAddresses(entry.baseUrl).map((item) => item.url)).toEqual([
		`https://data.example.org/${name}/team`,
		`https://data.example.org/team/${name}`,
	]);
	expect(metadataAddresses('https://data.example.org/api/v1')).toHaveLength(1);
});
