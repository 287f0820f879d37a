import { expect, test } from 'vitest';
import { endpointOf, findingsOf } from './agent-card.ts';

const base = 'https://data.example/api/v1';
const isOwn = (url: string) => url.startsWith(`${base}/`);
const entry = { name: 'assistant', url: `${base}/a2a/assistant`, agentCard: `${base}/a2a/assistant/card` };
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

test('a good card has no findings, and says where messages go', () => {
	expect(findingsOf(entry, card, isOwn)).toEqual([]);
	expect(endpointOf(entry, card, isOwn)).toEqual({ url: entry.url, bearer: true, takesContext: false, streams: true });
});

test('ignores addresses outside of the service, in the card and in the list', () => {
	const elsewhere = {
		...card,
		supportedInterfaces: [{ ...card.supportedInterfaces[0], url: 'https://evil.example/a2a' }],
	};
	expect(endpointOf(entry, elsewhere, isOwn).url).toBe(entry.url);
	expect(endpointOf({ ...entry, url: 'https://evil.example/' }, elsewhere, isOwn).url).toBeNull();
	expect(findingsOf(entry, elsewhere, isOwn).join()).toContain('https://evil.example/a2a is outside of the service');
});

test('the token goes only to a scheme that the card declares', () => {
	const open = { ...card, securitySchemes: {}, securityRequirements: [] };
	expect(endpointOf(entry, open, isOwn).bearer).toBe(false);
	const undeclared = { ...card, securitySchemes: {} };
	expect(findingsOf(entry, undeclared, isOwn).join()).toContain(
		'requires the scheme "bearer", which it does not declare',
	);
});

test('only an agent whose card says that it streams is asked for a stream; nothing is known where there is no card', () => {
	const whole = { ...card, capabilities: { streaming: false } };
	const silent = { ...card, capabilities: {} };
	const streams = [card, whole, silent, undefined].map((given) => endpointOf(entry, given, isOwn).streams);
	expect(streams).toEqual([true, false, false, true]);
});

test('names each missing member of a card', () => {
	const { skills: _skills, ...rest } = card;
	expect(findingsOf(entry, rest, isOwn)).toEqual(['skills is missing or of another type than A2A 1.0 says.']);
	expect(findingsOf(entry, 'hello', isOwn)).toEqual(['The card is not a JSON object.']);
});
