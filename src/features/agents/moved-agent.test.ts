import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../api/http.ts';
import { type Agent, uniqueName } from './agent.ts';
import { movedNotice } from './agent-card.ts';
import { CardError, fetchExternalCard } from './fetch-external-card.ts';

const cardUrl = 'https://agents.example/card.json';
const url = 'https://agents.example/rpc';
const agent: Agent = {
	...{ name: 'guide', url, agentCard: cardUrl, isExternal: true },
	agreed: { name: 'guide', cardUrl, url, streams: true, security: { kind: 'none' } },
};

beforeEach(() =>
	connect({
		baseUrl: () => 'https://data.example/api/v1',
		token: () => 'secret',
		onUnauthorized() {},
		onExchange() {},
	}),
);
afterEach(() => vi.unstubAllGlobals());

const answer = (response: Response, from = cardUrl) => {
	Object.defineProperty(response, 'url', { value: from });
	const fetched = vi.fn(async (_url: string, _init: RequestInit) => response);
	vi.stubGlobal('fetch', fetched);
	return fetched;
};
const read = (token: string | null = null) => fetchExternalCard(cardUrl, token, new AbortController().signal);

test('reads a public card without sending a token', async () => {
	const fetched = answer(Response.json({ name: 'guide' }));
	expect(await read('its own')).toEqual({ name: 'guide' });
	expect(new Headers(fetched.mock.calls[0]?.[1].headers).has('authorization')).toBe(false);
});

test('rejects a card that is too large and suggests what to do', async () => {
	answer(new Response('x'.repeat(1_000_001)));
	await expect(read()).rejects.toThrow(/larger than the limit of 1 MB.*Ask the agent’s owner/);
});

test('reports that a card moved and where messages still go', async () => {
	answer(Response.json({ name: 'other' }), 'https://new.example/card.json');
	const error = await read().catch((error: unknown) => error);
	expect(error).toBeInstanceOf(CardError);
	expect(movedNotice(agent, undefined, error as CardError)).toBe(
		`guide’s card moved to https://new.example/card.json. Messages still go to ${url}, the URL you approved. To use the new URL, add the agent again.`,
	);
});

const cardWith = (...urls: string[]) => ({
	...{ name: 'guide', description: '', version: '1', capabilities: {}, skills: [] },
	supportedInterfaces: urls.map((url) => ({ protocolBinding: 'JSONRPC', url, protocolVersion: '1.0' })),
});

test('reports that a card lists a new URL, unless it still lists the approved one', () => {
	expect(movedNotice(agent, cardWith('https://new.example/rpc'), null)).toMatch(
		/^guide moved\. Its card now lists the URL https:\/\/new\.example\/rpc\./,
	);
	expect(movedNotice(agent, cardWith('https://new.example/rpc', url), null)).toBeNull();
	expect(movedNotice({ ...agent, agreed: null }, cardWith('https://new.example/rpc'), null)).toBeNull();
	expect(movedNotice(agent, undefined, null)).toBeNull();
});

test('ignores invisible characters when checking for a unique name', () => {
	expect(uniqueName('nl2\u200bql\u202e', cardUrl, ['nl2ql'])).toBe('nl2ql (agents.example)');
	expect(uniqueName('\u200b', cardUrl, [])).toBe('agents.example');
});
