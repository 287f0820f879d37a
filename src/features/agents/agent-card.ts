import { callerContextUri } from '#contract/agents/artifacts.ts';
import { AgentCard, type AgentListEntry } from '#contract/agents/card.ts';

/** Where an agent's messages go, and whether the token goes along. */
export interface Endpoint {
	/** Null: none of its addresses may be used. */
	readonly url: string | null;
	/** Whether the card declares a scheme that takes a bearer token. */
	readonly bearer: boolean;
	/** Whether the card advertises the caller-context extension. */
	readonly takesContext: boolean;
	/** Whether the agent answers with a stream; a card that does not say so means that it does not. */
	readonly streams: boolean;
}

/**
 * Reads where to send from a card, and from the list where the card does not say. Addresses outside of the service are not
 * used, whatever says them.
 * @param card as it came; undefined where it could not be read: then only what the list says counts
 */
export function endpointOf(entry: AgentListEntry, card: unknown, isOwn: (url: string) => boolean): Endpoint {
	const read = AgentCard.safeParse(card).data;
	const url = [...rpcInterfacesOf(read).map((item) => item.url), entry.url].find(isOwn) ?? null;
	return {
		url,
		bearer: read === undefined || declaresBearer(read),
		streams: read === undefined || read.capabilities.streaming === true,
		takesContext: read?.capabilities.extensions?.some((extension) => extension.uri === callerContextUri) ?? false,
	};
}

const rpcInterfacesOf = (card: AgentCard | undefined) =>
	card?.supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === 'JSONRPC') ?? [];

const requiredSchemes = ({ securityRequirements }: AgentCard): string[] =>
	securityRequirements.flatMap((requirement) => Object.keys(requirement.schemes));

const declaresBearer = (card: AgentCard): boolean =>
	requiredSchemes(card).some((name) => isBearer(card.securitySchemes[name]));

function isBearer(scheme: unknown): boolean {
	const type: unknown = Object(Object(scheme).httpAuthSecurityScheme).scheme;
	return typeof type === 'string' && type.toLowerCase() === 'bearer';
}

/** What of a card is not as the protocol says, each in words; empty for a good one. */
export function findingsOf(entry: AgentListEntry, card: unknown, isOwn: (url: string) => boolean): string[] {
	if (typeof card !== 'object' || card === null || Array.isArray(card)) return ['The card is not a JSON object.'];
	const { data: read, error } = AgentCard.safeParse(card);
	if (read === undefined) {
		const members = error.issues.map((issue) => issue.path.map(String).join('.') || 'The card');
		return members.map((member) => `${member} is missing or of another type than A2A 1.0 says.`);
	}
	const findings: string[] = [];
	if (read.name !== entry.name) findings.push(`The card's name is "${read.name}", the list says "${entry.name}".`);
	const rpc = rpcInterfacesOf(read);
	if (rpc.length === 0)
		findings.push('No supported interface binds JSONRPC, the only binding that the console speaks.');
	for (const { url, protocolVersion } of rpc) {
		if (!isOwn(url)) findings.push(`${url} is outside of the service. It is not used, and gets no token.`);
		if (!/^1\./.test(protocolVersion)) findings.push(`${url} speaks A2A ${protocolVersion}, not 1.0.`);
	}
	if (!isOwn(entry.url)) findings.push(`The list's address ${entry.url} is outside of the service. It is not used.`);
	if (read.capabilities.streaming !== true) findings.push('It does not stream: its answer comes all at once.');
	for (const name of requiredSchemes(read)) {
		if (read.securitySchemes[name] === undefined)
			findings.push(`It requires the scheme "${name}", which it does not declare.`);
	}
	if (!declaresBearer(read)) findings.push('It declares no bearer scheme: no token is sent to it.');
	if (read.skills.length === 0) findings.push('It names no skill.');
	for (const { uri, required } of read.capabilities.extensions ?? []) {
		if (required === true && uri !== callerContextUri) {
			findings.push(`It requires the extension ${uri}, which the console does not know.`);
		}
	}
	return findings;
}
