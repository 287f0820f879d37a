import type * as z from 'zod/mini';
import { callerContextUri, conversationTreesUri } from '#contract/agents/artifacts.ts';
import { AgentCard } from '#contract/agents/card.ts';
import { typeNames } from '#lib/text/type-names.ts';
import { type Agent, isUsable } from './agent.ts';
import { CardError } from './fetch-external-card.ts';

/** Where messages to an agent go, and whether the token is sent. */
export interface Endpoint {
	/** Null: none of its addresses may be used. */
	readonly url: string | null;
	/** Whether to send the service's token: only to its own agents whose card declares a scheme for it. */
	readonly bearer: boolean;
	/** Whether the card advertises caller context. */
	readonly takesContext: boolean;
	/** Whether it keeps conversations as trees (`conversationTreesUri`). */
	readonly keepsTrees: boolean;
	/** Whether the agent streams answers. Default: no. */
	readonly streams: boolean;
}

/** Parses a card. Missing and null lists and maps are empty, as in protobuf JSON. */
export function parseCard(card: unknown) {
	if (!isObject(card)) return AgentCard.safeParse(card);
	const given = withoutNulls(card);
	return AgentCard.safeParse({
		securitySchemes: {},
		defaultInputModes: [],
		defaultOutputModes: [],
		...given,
		skills: listOf(given.skills).map((skill) => (isObject(skill) ? { tags: [], ...withoutNulls(skill) } : skill)),
		securityRequirements: listOf(given.securityRequirements).map((requirement) =>
			isObject(requirement) ? { schemes: {}, ...withoutNulls(requirement) } : requirement,
		),
		...(isObject(given.capabilities) ? { capabilities: withoutNulls(given.capabilities) } : {}),
	});
}

const withoutNulls = (value: object): Record<string, unknown> =>
	Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The parsed card, or undefined if it's invalid. */
export const readCard = (card: unknown): AgentCard | undefined => parseCard(card).data;

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Finds an agent's endpoint in its card, or in the list if the card has none. Addresses that aren't allowed for the
 * agent are ignored.
 * @param card unparsed; undefined if it couldn't be read, so that only the list counts
 */
export function endpointOf(agent: Agent, card: unknown): Endpoint {
	const read = readCard(card);
	const urls = [...rpcInterfacesOf(read).map((item) => item.url), agent.url];
	return {
		url: urls.find((url) => isUsable(agent, url)) ?? null,
		bearer: !agent.isExternal && (read === undefined || declaresBearer(read)),
		streams: read === undefined ? (agent.agreed?.streams ?? true) : read.capabilities.streaming === true,
		takesContext: advertises(read, callerContextUri),
		keepsTrees: advertises(read, conversationTreesUri),
	};
}

const advertises = (card: AgentCard | undefined, wanted: string): boolean =>
	card?.capabilities.extensions?.some(({ uri }) => uri === wanted) ?? false;

/** An agent's JSON-RPC interfaces, A2A 1.x first. */
export const rpcInterfacesOf = (card: AgentCard | undefined) =>
	(card?.supportedInterfaces ?? [])
		.filter(({ protocolBinding }) => protocolBinding === 'JSONRPC')
		.sort((a, b) => Number(isVersion1(b.protocolVersion)) - Number(isVersion1(a.protocolVersion)));

export const isVersion1 = (version: string): boolean => /^1(\.|$)/.test(version);

/** Explains that an agent's address no longer matches its card; null if it does or nothing is known. */
export function movedNotice({ agreed, name, url }: Agent, card: unknown, error: Error | null): string | null {
	if (agreed === null) return null;
	const advice = `Messages still go to ${url}, the URL you approved. To use the new URL, add the agent again.`;
	if (error instanceof CardError && error.movedTo !== null) {
		return `${name}’s card moved to ${error.movedTo}. ${advice}`;
	}
	const addresses = rpcInterfacesOf(readCard(card)).map((item) => item.url);
	const [first] = addresses;
	if (first === undefined || addresses.includes(url)) return null;
	return `${name} moved. Its card now lists the URL ${first}. ${advice}`;
}

const requiredSchemes = ({ securityRequirements }: AgentCard): string[] =>
	securityRequirements.flatMap((requirement) => Object.keys(requirement.schemes));

const declaresBearer = (card: AgentCard): boolean =>
	requiredSchemes(card).some((name) => isBearer(card.securitySchemes[name]));

function isBearer(scheme: unknown): boolean {
	const type: unknown = Object(Object(scheme).httpAuthSecurityScheme).scheme;
	return typeof type === 'string' && type.toLowerCase() === 'bearer';
}

export const noJsonRpc =
	'The agent has no JSON-RPC interface, the only kind that the console supports. Ask its provider to add one.';

/** "id in item 1 of skills". */
const memberName = (path: readonly PropertyKey[]): string =>
	path.reduce<string>((name, part, index) => {
		if (index === 0) return String(part);
		return typeof part === 'number' ? `item ${part + 1} of ${name}` : `${String(part)} in ${name}`;
	}, '');

const requirementOf = (issue: z.core.$ZodIssue): string => {
	const type = issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
	return type === undefined ? 'has an unexpected value' : `must be ${type}`;
};

/** Protocol violations of a card, in words. Empty if it's valid. */
export function findingsOf(agent: Agent, card: unknown): string[] {
	if (!isObject(card)) return ['The card isn’t a JSON object.'];
	const { data: read, error } = parseCard(card);
	if (read === undefined) {
		return error.issues.map((issue) => {
			const isMissing = issue.path.reduce<unknown>((at, key) => Object(at)[key], card) === undefined;
			return `${memberName(issue.path) || 'The card'} ${isMissing ? 'is missing' : requirementOf(issue)}.`;
		});
	}
	const findings: string[] = [];
	const { isExternal } = agent;
	if (read.name !== agent.name && !isExternal) {
		findings.push(`The card’s name is "${read.name}", but this service lists the agent as "${agent.name}".`);
	}
	const rpc = rpcInterfacesOf(read);
	if (rpc.length === 0) findings.push(noJsonRpc);
	for (const { url, protocolVersion } of rpc) {
		if (!isExternal && !isUsable(agent, url)) {
			findings.push(`${url} is outside this service, so it isn’t used, and no token is sent there.`);
		}
		if (!isVersion1(protocolVersion)) findings.push(`${url} uses A2A ${protocolVersion}, not 1.0.`);
	}
	if (!isUsable(agent, agent.url)) {
		findings.push(`The listed URL ${agent.url} is outside this service, so it isn’t used.`);
	}
	if (isExternal && rpc.length > 0 && !rpc.some(({ url }) => url === agent.url)) {
		findings.push(`The card no longer lists ${agent.url}, the URL that messages go to. Add the agent again.`);
	}
	if (read.capabilities.streaming !== true && !isExternal) {
		findings.push('The agent doesn’t stream answers. Each answer appears only when it’s complete.');
	}
	for (const name of requiredSchemes(read)) {
		if (read.securitySchemes[name] === undefined)
			findings.push(`The agent requires the security scheme "${name}", but doesn’t declare it.`);
	}
	if (!declaresBearer(read) && !isExternal) findings.push('The agent declares no bearer scheme, so no token is sent.');
	if (read.skills.length === 0) findings.push('The agent lists no skills.');
	for (const { uri, required } of read.capabilities.extensions ?? []) {
		if (required === true && uri !== callerContextUri && uri !== conversationTreesUri) {
			findings.push(`The agent requires the extension ${uri}, which the console doesn’t support.`);
		}
	}
	return findings;
}
