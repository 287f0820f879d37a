import { callerContextUri, conversationTreesUri, maxCallerContextBytes } from '#contract/agents/artifacts.ts';
import { type AgentCard, type AgentListEntry, exampleNamespacesUri } from '#contract/agents/card.ts';
import { a2aVersion } from '#contract/agents/json-rpc.ts';
import type { Agent } from './agent.ts';
import type { Examples } from './examples.ts';

const version = '1.0.0';

const addressOf = (base: string, agent: Pick<Agent, 'name'>): string => `${base}/a2a/${agent.name}`;

/** @param base the public URL of the API */
export const listEntry = (base: string, agent: Agent): AgentListEntry => ({
	name: agent.name,
	url: addressOf(base, agent),
	agentCard: `${addressOf(base, agent)}/.well-known/agent-card.json`,
});

const extensionsOf = (agent: Agent) => [
	...(agent.callerContext ? [callerContext] : []),
	...(agent.conversations ? [conversationTrees] : []),
];

export const publicCard = (base: string, agent: Agent): AgentCard => ({
	name: agent.name,
	description: agent.description,
	version,
	capabilities: {
		streaming: true,
		pushNotifications: false,
		extendedAgentCard: true,
		...(extensionsOf(agent).length === 0 ? {} : { extensions: extensionsOf(agent) }),
	},
	defaultInputModes: ['text'],
	defaultOutputModes: ['text', 'data'],
	skills: [agent.skill],
	securitySchemes: { bearer: { httpAuthSecurityScheme: { bearerFormat: 'JWT', scheme: 'bearer' } } },
	securityRequirements: [{ schemes: { bearer: { list: [] } } }],
	supportedInterfaces: [{ protocolBinding: 'JSONRPC', url: addressOf(base, agent), protocolVersion: a2aVersion }],
	preferredTransport: 'JSONRPC',
});

/** The card for a caller: the full description of the agent, and example questions about the caller's own datasets. */
export function extendedCard(base: string, agent: Agent, { questions, namespaces }: Examples): AgentCard {
	const card = publicCard(base, agent);
	const may = namespaces.length === 0 ? '' : ` You can ask about these namespaces: ${namespaces.join(', ')}.`;
	const skill = { ...agent.skill, description: `${agent.skill.description} ${agent.details}${may}` };
	if (questions.length === 0) return { ...card, skills: [skill] };
	const exampleNamespaces = {
		uri: exampleNamespacesUri,
		description: 'The namespace of each example, in the same order.',
		params: { namespaces: questions.map((question) => question.namespace) },
	};
	return {
		...card,
		capabilities: {
			...card.capabilities,
			extensions: [...(card.capabilities.extensions ?? []), exampleNamespaces],
		},
		skills: [{ ...skill, examples: questions.map((question) => question.text) }],
	};
}

const callerContext = {
	uri: callerContextUri,
	description: `Context for the question, as a data part: {items: [{title, text?, rows?}]}. At most ${maxCallerContextBytes.toLocaleString('en')} bytes.`,
	required: false,
};

const conversationTrees = {
	uri: conversationTreesUri,
	description:
		'A message continues from the last task in its referenceTaskIds, or else from the newest task in its context. Other branches of the conversation are ignored.',
	required: false,
};
