import { ask } from '#contract/agents/ask.ts';
import { getAgentCard, listAgents } from '#contract/agents/card.ts';
import { callAgent } from '#contract/agents/json-rpc.ts';
import { getNamespaceModels, putNamespaceModels } from '#contract/agents/models.ts';
import { getDescription } from '#contract/description.ts';
import { add, aviation, later } from './example.ts';

const agent = 'http://127.0.0.1:8750/api/v1/a2a/nl2ql';
add(listAgents, { result: [{ name: 'nl2ql', url: agent, agentCard: `${agent}/.well-known/agent-card.json` }] });
add(getAgentCard, {
	params: { agentName: 'nl2ql' },
	result: {
		name: 'nl2ql',
		description:
			'Turns a question in plain language into a SQL query, runs it on a namespace, and returns the query and its rows.',
		version: '1.0.0',
		capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
		defaultInputModes: ['text'],
		defaultOutputModes: ['text', 'data'],
		skills: [
			{
				id: 'nl2ql',
				name: 'Text to SQL',
				description: 'Counts, lists, filters, groups, ranks and compares data in a namespace’s datasets.',
				tags: ['query', 'nl2ql'],
			},
		],
		securitySchemes: { bearer: { httpAuthSecurityScheme: { bearerFormat: 'JWT', scheme: 'bearer' } } },
		securityRequirements: [{ schemes: { bearer: { list: [] } } }],
		supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: agent, protocolVersion: '1.0' }],
		preferredTransport: 'JSONRPC',
	},
});
const question = 'How many airports are there in Alaska?';
const answer = 'There are 263 airports in AK [step 1].';
const contextId = 'e17643c9-3712-4f1e-aff5-cd60381a58a7';
add(callAgent, {
	params: { agentName: 'assistant' },
	body: {
		jsonrpc: '2.0',
		id: '1',
		method: 'SendMessage',
		params: {
			message: {
				messageId: 'b6f0f1c4-3d5e-4f6a-8b7c-9d0e1f2a3b4c',
				role: 'ROLE_USER',
				parts: [{ text: question }],
				metadata: { namespace: 'aviation' },
			},
		},
	},
	result: {
		jsonrpc: '2.0',
		id: '1',
		result: {
			task: {
				id: '2f1e0d9c-8b7a-4695-8473-625140392817',
				contextId,
				status: { state: 'TASK_STATE_COMPLETED', timestamp: later },
				artifacts: [{ artifactId: 'answer', name: 'answer', parts: [{ text: answer }] }],
				history: [],
			},
		},
	},
});
add(ask, {
	body: { question, namespace: 'aviation' },
	result: {
		contextId,
		answer,
		unsupportedFigures: [],
		refusal: null,
		failure: null,
		steps: [
			{
				index: 1,
				instruction: 'The number of airports where state is "AK".',
				reasoning: 'Calculated from airports.',
				query: 'SELECT count(*) AS airports FROM "demo"."aviation"."airports" WHERE "state" = \'AK\'',
				rows: [{ airports: 263 }],
			},
		],
	},
});
const model = { provider: 'local', model: 'small' };
const models = {
	...{ allowed: true, chosen: null, answers: model, models: [model] },
	limits: {
		...{ questionSeconds: 300, questionSteps: 6, questionTokens: 200_000, questionCost: null },
		...{ dayTokens: 2_000_000, dayCost: 5 },
	},
	...{ usedToday: { tokens: 12_000, cost: 0.03 }, currency: 'USD' },
};
add(getNamespaceModels, { params: aviation, result: models });
add(putNamespaceModels, { params: aviation, body: { allowed: true, chosen: null }, result: models });
add(getDescription, {
	result: { openapi: '3.1.0', paths: { '/user/me': { get: { parameters: [] } } } },
});
