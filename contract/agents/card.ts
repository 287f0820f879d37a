import * as z from 'zod/mini';
import { segment } from '../ids.ts';
import type { Operation } from '../operation.ts';

/** An entry in the `GET /a2a` list (interface, "AgentListEntry"). */
export const AgentListEntry = z.looseObject({ name: z.string(), url: z.string(), agentCard: z.string() });
export type AgentListEntry = z.infer<typeof AgentListEntry>;

export const AgentSkill = z.looseObject({
	id: z.string(),
	name: z.string(),
	description: z.string(),
	tags: z.array(z.string()),
	/** Suggested questions. Only the extended card has them. */
	examples: z.optional(z.array(z.string())),
});
export type AgentSkill = z.infer<typeof AgentSkill>;

export const AgentExtension = z.looseObject({
	uri: z.string(),
	description: z.optional(z.string()),
	required: z.optional(z.boolean()),
	params: z.optional(z.record(z.string(), z.unknown())),
});

/** Extension of an extended card: `params.namespaces` lists the namespace of each example of the first skill, in order. */
export const exampleNamespacesUri = 'urn:dataset-platform:example-namespaces:1';

/** An agent's card, public or extended (interface, "AgentCard"). */
export const AgentCard = z.looseObject({
	name: z.string(),
	description: z.string(),
	version: z.string(),
	capabilities: z.looseObject({
		streaming: z.optional(z.boolean()),
		pushNotifications: z.optional(z.boolean()),
		extendedAgentCard: z.optional(z.boolean()),
		extensions: z.optional(z.array(AgentExtension)),
	}),
	defaultInputModes: z.array(z.string()),
	defaultOutputModes: z.array(z.string()),
	skills: z.array(AgentSkill),
	securitySchemes: z.record(z.string(), z.unknown()),
	securityRequirements: z.array(z.looseObject({ schemes: z.record(z.string(), z.unknown()) })),
	supportedInterfaces: z.array(
		z.looseObject({ protocolBinding: z.string(), url: z.string(), protocolVersion: z.string() }),
	),
	preferredTransport: z.optional(z.string()),
});
export type AgentCard = z.infer<typeof AgentCard>;

export const listAgents = {
	id: 'listAgents',
	summary: 'List this service’s agents and their URLs',
	tier: 'core',
	method: 'GET',
	path: '/a2a',
	auth: 'public',
	status: 200,
	result: z.array(AgentListEntry),
	errors: [],
} as const satisfies Operation;

export const getAgentCard = {
	id: 'getAgentCard',
	summary: 'Get an agent’s public card',
	tier: 'core',
	method: 'GET',
	path: '/a2a/{agentName}/.well-known/agent-card.json',
	auth: 'public',
	params: z.object({ agentName: z.string().register(z.globalRegistry, segment) }),
	status: 200,
	otherStatus: 304,
	lastModified: true,
	etag: 'answered',
	result: AgentCard,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;
