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
	const declared = read?.supportedInterfaces.filter((it) => it.protocolBinding === 'JSONRPC').map((it) => it.url) ?? [];
	const url = [...declared, entry.url].find(isOwn) ?? null;
	return {
		url,
		bearer: read === undefined || declaresBearer(read),
		streams: read === undefined || read.capabilities.streaming === true,
		takesContext: read?.capabilities.extensions?.some((it) => it.uri === callerContextUri) ?? false,
	};
}

function declaresBearer({ securityRequirements, securitySchemes }: AgentCard): boolean {
	const names = securityRequirements.flatMap((it) => Object.keys(it.schemes));
	return names.some((name) => isBearer(securitySchemes[name]));
}

function isBearer(scheme: unknown): boolean {
	if (typeof scheme !== 'object' || scheme === null) return false;
	const { httpAuthSecurityScheme: http } = scheme as { httpAuthSecurityScheme?: { scheme?: unknown } };
	return typeof http?.scheme === 'string' && http.scheme.toLowerCase() === 'bearer';
}

/** What of a card is not as the protocol says, each in words; empty for a good one. */
export function findingsOf(entry: AgentListEntry, card: unknown, isOwn: (url: string) => boolean): string[] {
	if (typeof card !== 'object' || card === null || Array.isArray(card)) return ['The card is not a JSON object.'];
	const findings: string[] = [];
	const parsed = AgentCard.safeParse(card);
	for (const issue of parsed.error?.issues ?? []) {
		findings.push(`${issue.path.map(String).join('.') || 'The card'} is missing or of another type than A2A 1.0 says.`);
	}
	const read = parsed.data;
	if (read === undefined) return findings;
	if (read.name !== entry.name) findings.push(`The card's name is "${read.name}", the list says "${entry.name}".`);
	const rpc = read.supportedInterfaces.filter((it) => it.protocolBinding === 'JSONRPC');
	if (rpc.length === 0)
		findings.push('No supported interface binds JSONRPC, the only binding that the console speaks.');
	for (const it of rpc) {
		if (!isOwn(it.url)) findings.push(`${it.url} is outside of the service. It is not used, and gets no token.`);
		if (!/^1\./.test(it.protocolVersion)) findings.push(`${it.url} speaks A2A ${it.protocolVersion}, not 1.0.`);
	}
	if (!isOwn(entry.url)) findings.push(`The list's address ${entry.url} is outside of the service. It is not used.`);
	if (read.capabilities.streaming !== true) findings.push('It does not stream: its answer comes all at once.');
	const required = read.securityRequirements.flatMap((it) => Object.keys(it.schemes));
	for (const name of required) {
		if (read.securitySchemes[name] === undefined)
			findings.push(`It requires the scheme "${name}", which it does not declare.`);
	}
	if (!declaresBearer(read)) findings.push('It declares no bearer scheme: no token is sent to it.');
	if (read.skills.length === 0) findings.push('It names no skill.');
	const extensions = read.capabilities.extensions ?? [];
	for (const it of extensions) {
		if (it.required === true && it.uri !== callerContextUri) {
			findings.push(`It requires the extension ${it.uri}, which the console does not know.`);
		}
	}
	return findings;
}
