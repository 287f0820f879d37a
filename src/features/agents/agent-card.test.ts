import { beforeEach, expect, test } from 'vitest';
import { connect } from '../../api/http.ts';
import { endpointOf, findingsOf } from './agent-card.ts';

const base = 'https://data.example/api/v1';
const entry = {
	name: 'assistant',
	url: `${base}/a2a/assistant`,
	agentCard: `${base}/a2a/assistant/card`,
	isExternal: false,
	agreed: null,
};
const card = {
	name: 'assistant',
	description: 'Answers',
	version: '1.2.0',
	capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
	defaultInputModes: ['text'],
	defaultOutputModes: ['text', 'data'],
	skills: [{ id: 'assistant', name: 'Assistant', description: 'Answers', tags: ['assistant'] }],
	securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: 'JWT' } } },
	securityRequirements: [{ schemes: { bearer: { list: [] } } }],
	supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: `${base}/a2a/assistant`, protocolVersion: '1.0' }],
	preferredTransport: 'JSONRPC',
};

beforeEach(() => connect({ baseUrl: () => base, token: () => 't', onUnauthorized: () => {}, onExchange: () => {} }));

test('reports no findings for a valid card and reads its endpoint', () => {
	expect(findingsOf(entry, card)).toEqual([]);
	expect(endpointOf(entry, card)).toEqual({
		url: entry.url,
		bearer: true,
		takesContext: false,
		keepsTrees: false,
		streams: true,
	});
});

test('ignores URLs outside the service in the card and in the agent list', () => {
	const elsewhere = {
		...card,
		supportedInterfaces: [{ ...card.supportedInterfaces[0], url: 'https://evil.example/a2a' }],
	};
	expect(endpointOf(entry, elsewhere).url).toBe(entry.url);
	expect(endpointOf({ ...entry, url: 'https://evil.example/' }, elsewhere).url).toBeNull();
	expect(findingsOf(entry, elsewhere).join()).toContain('https://evil.example/a2a is outside this service');
});

test('sends the token only if the card asks for it, and reports undeclared security schemes', () => {
	const open = { ...card, securitySchemes: {}, securityRequirements: [] };
	expect(endpointOf(entry, open).bearer).toBe(false);
	const undeclared = { ...card, securitySchemes: {} };
	expect(findingsOf(entry, undeclared).join()).toContain(
		'requires the security scheme "bearer", but doesn’t declare it',
	);
});

test('streams if the card declares streaming or if there is no card', () => {
	const whole = { ...card, capabilities: { streaming: false } };
	const silent = { ...card, capabilities: {} };
	const streams = [card, whole, silent, undefined].map((given) => endpointOf(entry, given).streams);
	expect(streams).toEqual([true, false, false, true]);
});

test('names each missing or invalid member of a card', () => {
	const { skills: _skills, ...rest } = card;
	expect(findingsOf(entry, rest)).toEqual(['The agent lists no skills.']);
	const { version: _version, ...unversioned } = card;
	expect(findingsOf(entry, unversioned)).toEqual(['version is missing.']);
	expect(findingsOf(entry, { ...card, version: 1 })).toEqual(['version must be text.']);
	expect(findingsOf(entry, { ...card, skills: [{ ...card.skills[0], id: 7 }] })).toEqual([
		'id in item 1 of skills must be text.',
	]);
	expect(findingsOf(entry, 'hello')).toEqual(['The card isn’t a JSON object.']);
});

test('calls an external agent at its approved URL, never with the service’s token', () => {
	const url = 'https://agents.example/a2a';
	const agentCard = 'https://agents.example/card.json';
	const agreed = { name: 'Guide', cardUrl: agentCard, url, streams: false, security: { kind: 'none' } as const };
	const external = { name: 'Guide', url, agentCard, isExternal: true, agreed };
	const own = { ...card, supportedInterfaces: [{ protocolBinding: 'JSONRPC', url, protocolVersion: '1.0' }] };
	expect(endpointOf(external, own)).toMatchObject({ url, bearer: false, streams: true });
	expect(findingsOf(external, own)).toEqual([]);

	const moved = { ...card, supportedInterfaces: [{ ...own.supportedInterfaces[0], url: 'https://evil.example/a2a' }] };
	expect(endpointOf(external, moved).url).toBe(url);
	expect(findingsOf(external, moved).join()).toContain(`no longer lists ${url}`);
});

test('accepts a card without security schemes or requirements', () => {
	const { securitySchemes: _schemes, securityRequirements: _requirements, ...rest } = card;
	expect(endpointOf(entry, rest)).toMatchObject({ url: entry.url, bearer: false });
});

test('treats members that protobuf JSON omits or sets to null as empty', () => {
	const sparse = {
		...card,
		...{ securitySchemes: null, securityRequirements: [{}], defaultInputModes: null },
		...{ capabilities: { streaming: null }, skills: [{ id: 'a', name: 'A', description: 'Does it.', tags: null }] },
	};
	expect(endpointOf(entry, sparse)).toMatchObject({ url: entry.url, streams: false });
});

test('uses the approved settings without a card, and prefers the newer protocol version', () => {
	const url = 'https://agents.example/a2a';
	const agreed = { name: 'Guide', cardUrl: `${url}/card`, url, streams: false, security: { kind: 'none' } as const };
	const external = { name: 'Guide', url, agentCard: `${url}/card`, isExternal: true, agreed };
	expect(endpointOf(external, undefined).streams).toBe(false);
	const [own] = card.supportedInterfaces;
	const both = { ...card, supportedInterfaces: [{ ...own, url: `${base}/old`, protocolVersion: '0.3.0' }, own] };
	expect(endpointOf(entry, both).url).toBe(entry.url);
});
