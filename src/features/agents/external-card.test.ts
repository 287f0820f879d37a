import { expect, test } from 'vitest';
import type { AgentCard } from '#contract/agents/card.ts';
import { credentialHeaders, readCardAddress, securityOf, tokenProblem } from './external-card.ts';

test.each([
	['https://a.example', 'https://a.example/.well-known/agent-card.json'],
	['https://a.example/team/guide/', 'https://a.example/team/guide/.well-known/agent-card.json'],
	[' https://a.example/cards/guide.json#x ', 'https://a.example/cards/guide.json'],
	['http://127.0.0.1:9000/?tenant=3', 'http://127.0.0.1:9000/.well-known/agent-card.json?tenant=3'],
])('reads %s as the card URL %s', (typed, cardUrl) => {
	expect(readCardAddress(typed)).toMatchObject({ cardUrls: expect.arrayContaining([cardUrl]) });
});

test('also tries a URL without a known form as the card itself', () => {
	expect(readCardAddress('https://a.example/card')).toEqual({
		cardUrls: ['https://a.example/card/.well-known/agent-card.json', 'https://a.example/card'],
	});
});

test.each(['', 'guide', 'ftp://a.example', 'javascript:alert(1)', 'https://ann:secret@a.example'])(
	'rejects %j as a card URL',
	(typed) => {
		expect(readCardAddress(typed)).toEqual({ problem: expect.any(String) });
	},
);

const requiring = (schemes: object, ...required: string[][]): AgentCard =>
	({
		securitySchemes: schemes,
		securityRequirements: required.map((names) => ({ schemes: Object.fromEntries(names.map((name) => [name, {}])) })),
	}) as unknown as AgentCard;
const bearer = { httpAuthSecurityScheme: { scheme: 'Bearer' } };
const basic = { httpAuthSecurityScheme: { scheme: 'basic' } };
const key = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };
const queryKey = { apiKeySecurityScheme: { location: 'query', name: 'key' } };

test('uses the first security requirement that a web page can meet', () => {
	expect(securityOf(requiring({}))).toEqual({ kind: 'none' });
	expect(securityOf(requiring({ bearer }, [], ['bearer']))).toEqual({ kind: 'none' });
	expect(securityOf(requiring({ queryKey, bearer }, ['queryKey'], ['bearer']))).toEqual({ kind: 'bearer' });
	expect(securityOf(requiring({ key }, ['key']))).toEqual({ kind: 'header', header: 'X-Key' });
	expect(securityOf(requiring({ sso: { oauth2SecurityScheme: { flows: {} } } }, ['sso']))).toEqual({ kind: 'bearer' });
	expect(securityOf(requiring({ key, bearer }, ['key', 'bearer']))).toEqual({
		kind: 'unsupported',
		names: ['key', 'bearer'],
	});
	expect(securityOf(requiring({ queryKey }, ['queryKey', 'missing']))).toMatchObject({ kind: 'unsupported' });
});

test('sends a credential where the card requires it, and nothing without one', () => {
	expect(credentialHeaders({ kind: 'bearer' }, null)).toEqual({});
	expect(credentialHeaders({ kind: 'bearer' }, 't')).toEqual({ Authorization: 'Bearer t' });
	expect(credentialHeaders({ kind: 'header', header: 'X-Key' }, 't')).toEqual({ 'X-Key': 't' });
	expect(credentialHeaders({ kind: 'basic' }, 'ann:pw€')).toEqual({ Authorization: 'Basic YW5uOnB34oKs' });
	expect(securityOf(requiring({ basic }, ['basic']))).toEqual({ kind: 'basic' });
});

test('rejects a credential that can’t be sent', () => {
	expect(tokenProblem({ kind: 'bearer' }, ' abc.def ')).toBeNull();
	expect(tokenProblem({ kind: 'bearer' }, 'tök€n')).toContain('characters');
	expect(tokenProblem({ kind: 'header', header: 'X-Key' }, '')).toContain('Enter');
	expect(tokenProblem({ kind: 'basic' }, 'ann')).toContain('name:password');
	expect(tokenProblem({ kind: 'basic' }, 'änn:pw')).toBeNull();
});

test('rejects an API key header that every request already has', () => {
	const odd = { apiKeySecurityScheme: { location: 'header', name: 'Content-Type' } };
	expect(securityOf(requiring({ odd }, ['odd']))).toMatchObject({ kind: 'unsupported' });
});
