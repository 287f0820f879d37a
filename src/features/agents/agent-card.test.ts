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

test('a good card has no findings, and says where messages go', () => {
	expect(findingsOf(entry, card)).toEqual([]);
	expect(endpointOf(entry, card)).toEqual({
		url: entry.url,
		bearer: true,
		takesContext: false,
		keepsTrees: false,
		streams: true,
	});
});

test('ignores addresses outside of the service, in the card and in the list', () => {
	const elsewhere = {
		...card,
		supportedInterfaces: [{ ...card.supportedInterfaces[0], url: 'https://evil.example/a2a' }],
	};
	expect(endpointOf(entry, elsewhere).url).toBe(entry.url);
	expect(endpointOf({ ...entry, url: 'https://evil.example/' }, elsewhere).url).toBeNull();
	expect(findingsOf(entry, elsewhere).join()).toContain('https://evil.example/a2a is outside this service');
});

test('the token goes only to a scheme that the card declares', () => {
	const open = { ...card, securitySchemes: {}, securityRequirements: [] };
	expect(endpointOf(entry, open).bearer).toBe(false);
	const undeclared = { ...card, securitySchemes: {} };
	expect(findingsOf(entry, undeclared).join()).toContain(
		'requires the security scheme "bearer", but doesn’t declare it',
	);
});

test('only an agent whose card says that it streams is asked for a stream; nothing is known where there is no card', () => {
	const whole = { ...card, capabilities: { streaming: false } };
	const silent = { ...card, capabilities: {} };
	const streams = [card, whole, silent, undefined].map((given) => endpointOf(entry, given).streams);
	expect(streams).toEqual([true, false, false, true]);
});

test('names each missing member of a card', () => {
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

test('an agent outside of the service is asked at the address that was agreed to, and never with the token of the service', () => {
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

test('a card need not say that it requires nothing', () => {
	const { securitySchemes: _schemes, securityRequirements: _requirements, ...rest } = card;
	expect(endpointOf(entry, rest)).toMatchObject({ url: entry.url, bearer: false });
});

test('what the JSON of protocol buffers leaves out, or has as null, is empty', () => {
	const sparse = {
		...card,
		...{ securitySchemes: null, securityRequirements: [{}], defaultInputModes: null },
		...{ capabilities: { streaming: null }, skills: [{ id: 'a', name: 'A', description: 'Does it.', tags: null }] },
	};
	expect(endpointOf(entry, sparse)).toMatchObject({ url: entry.url, streams: false });
});

test('what was agreed to counts while a card cannot be read, and the newer protocol before an older one', () => {
	const url = 'https://agents.example/a2a';
	const agreed = { name: 'Guide', cardUrl: `${url}/card`, url, streams: false, security: { kind: 'none' } as const };
	const external = { name: 'Guide', url, agentCard: `${url}/card`, isExternal: true, agreed };
	expect(endpointOf(external, undefined).streams).toBe(false);
	const [own] = card.supportedInterfaces;
	const both = { ...card, supportedInterfaces: [{ ...own, url: `${base}/old`, protocolVersion: '0.3.0' }, own] };
	expect(endpointOf(entry, both).url).toBe(entry.url);
});
