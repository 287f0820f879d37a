import { type AgentCard, SendMessageRequest } from '@a2a-js/sdk';
import {
	type Client,
	ClientFactory,
	ClientFactoryOptions,
	DefaultAgentCardResolver,
	JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { toolsWith, writerOf } from '../testing/agent-tools.ts';
import { createTestService, type TestService } from '../testing/service.ts';
import { createAgents } from './agents.ts';

/** Calls every method with the A2A project's client library. */
let service: TestService;
let clients: Record<string, Client>;
beforeAll(async () => {
	service = await createTestService();
	const writer = writerOf({ 'How many flights?': 'SELECT count(*) AS n FROM demo.aviation.flights' });
	const app = createApp(service.platform, createAgents(service.platform, toolsWith(writer)));
	const token = await service.tokenFor('demo');
	const fetchImpl: typeof fetch = async (input, init) => {
		const request = new Request(input, init);
		request.headers.set('authorization', `Bearer ${token}`);
		return app.fetch(request);
	};
	const factory = new ClientFactory(
		ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
			transports: [new JsonRpcTransportFactory({ fetchImpl })],
			cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
		}),
	);
	const base = `${service.settings.publicUrl}/api/v1/a2a`;
	clients = {
		nl2ql: await factory.createFromUrl(`${base}/nl2ql/.well-known/agent-card.json`, ''),
		assistant: await factory.createFromUrl(`${base}/assistant/.well-known/agent-card.json`, ''),
	};
});
afterAll(() => service.close());

const client = (name: string): Client => {
	const found = clients[name];
	if (found === undefined) throw new Error(`There is no client of ${name}.`);
	return found;
};
const question = (text: string) =>
	SendMessageRequest.fromJSON({
		message: {
			messageId: '5b0c9d0e-3c52-4d5c-9a53-0f6a7d6f1c01',
			role: 'ROLE_USER',
			parts: [{ text }],
			metadata: { namespace: 'aviation' },
		},
	});

describe.each(['nl2ql', 'assistant'])('the A2A SDK as a client of %s', (name) => {
	it('sends a message and understands the task', async () => {
		const result = await client(name).sendMessage(question('How many flights?'));
		expect(JSON.stringify(result)).toContain('20000');
	});

	it('reads the stream to the end', async () => {
		const kinds: string[] = [];
		for await (const event of client(name).sendMessageStream(question('How many flights?'))) {
			kinds.push(event.payload?.$case ?? 'none');
		}
		const steps = ['statusUpdate', 'artifactUpdate'];
		expect(kinds).toEqual(
			name === 'nl2ql'
				? ['statusUpdate', 'artifactUpdate', 'artifactUpdate', 'statusUpdate']
				: ['task', 'statusUpdate', 'statusUpdate', ...steps, ...steps, 'artifactUpdate', 'statusUpdate'],
		);
	});

	it('reads the extended card', async () => {
		const card: AgentCard = await client(name).getAgentCard();
		expect(card.skills[0]?.examples.length).toBeGreaterThan(0);
		expect(card.securityRequirements[0]?.schemes).toHaveProperty('bearer');
	});

	it('reports that tasks aren’t stored', async () => {
		await expect(client(name).getTask({ tenant: '', id: 'x' })).rejects.toThrow(/Tasks aren’t stored/);
		await expect(client(name).cancelTask({ tenant: '', id: 'x', metadata: undefined })).rejects.toThrow(
			/Tasks aren’t stored/,
		);
	});

	it('reports what’s wrong with a message', async () => {
		const nameless = question('How many flights?');
		if (nameless.message) nameless.message.metadata = {};
		await expect(client(name).sendMessage(nameless)).rejects.toThrow(/namespace is missing/);
		const events = client(name).sendMessageStream(nameless);
		await expect(events.next()).rejects.toThrow(/namespace is missing/);
	});
});
