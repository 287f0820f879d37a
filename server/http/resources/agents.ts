import { createHash } from 'node:crypto';
import { ask } from '#contract/agents/ask.ts';
import { type AgentCard, getAgentCard, listAgents } from '#contract/agents/card.ts';
import { callAgent } from '#contract/agents/json-rpc.ts';
import type { Agents } from '../../agents/agents.ts';
import { askOnce } from '../../agents/ask.ts';
import { answer } from '../../agents/dispatch.ts';
import { listEntry, publicCard } from '../../agents/protocol/cards.ts';
import { tooLargeText } from '../../agents/protocol/json-rpc.ts';
import { notFound, ServiceError } from '../../platform/core/service-error.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { readText } from '../base/body.ts';
import { readCaller, readCallerAgain } from '../base/caller.ts';
import { hasCurrentCopy } from '../base/conditional.ts';
import { releaseAfterStream } from '../base/release-after-stream.ts';
import { route } from '../base/route.ts';
import { apiBase, type ServiceApp } from '../base/service-app.ts';

export function routeAgents(app: ServiceApp, platform: Platform, agents: Agents): void {
	// Not taken from the request: a card must not point to a forged Host.
	const base = platform.settings.publicUrl + apiBase;
	const find = (name: string) => {
		const agent = agents.all.find((agent) => agent.name === name);
		if (agent !== undefined) return agent;
		throw notFound(`There is no agent "${name}". Available: ${agents.all.map((agent) => agent.name).join(' and ')}.`);
	};

	route(app, platform, listAgents, async () => agents.all.map((agent) => listEntry(base, agent)));

	const lastModified = new Date();
	route(app, platform, getAgentCard, async ({ params, context: c }) => {
		const card = publicCard(base, find(params.agentName));
		const etag = `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url')}"`;
		c.header('ETag', etag);
		c.header('Last-Modified', lastModified.toUTCString());
		c.header('Cache-Control', 'public, max-age=60');
		return hasCurrentCopy((name) => c.req.header(name), etag, lastModified) ? c.body(null, 304) : c.json(card);
	});

	app.post(apiBase + callAgent.path.replace('{agentName}', ':agentName'), async (c) => {
		const asker = await readCaller(platform, c);
		const agent = find(c.req.param('agentName') ?? '');
		c.header('Cache-Control', 'no-store');
		const extensions = activeExtensions(publicCard(base, agent), c.req.header('A2A-Extensions'));
		if (extensions !== '') c.header('A2A-Extensions', extensions);
		const limit = platform.settings.maxBodyBytes;
		const body = await readText(c.req.raw, limit).catch((error: unknown) => {
			if (error instanceof ServiceError && error.code === 'PAYLOAD_TOO_LARGE') return null;
			throw error;
		});
		if (body === null) return c.body(tooLargeText(limit), 200, { 'Content-Type': 'application/json' });
		const leave = await platform.admission.enter('agents', asker.userId);
		let isStreaming = false;
		try {
			// Before the check, so that a token revoked from here on is either refused or ends the response.
			const revoked = platform.revocations.signal(asker);
			const caller = await readCallerAgain(platform, c);
			const answered = await answer(agents, agent, {
				caller,
				body,
				contentType: c.req.header('Content-Type') ?? '',
				versions: [c.req.header('a2a-version'), c.req.query('A2A-Version')],
				base,
				gone: c.req.raw.signal,
				revoked,
			});
			if ('json' in answered) return c.body(answered.json, 200, { 'Content-Type': 'application/json' });
			isStreaming = true;
			const events = releaseAfterStream(answered.events, leave);
			return c.body(events, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
		} finally {
			if (!isStreaming) leave();
		}
	});

	route(app, platform, ask, async ({ caller, body, context: c }) =>
		c.body(
			await askOnce(agents, caller, body, { gone: c.req.raw.signal, revoked: platform.revocations.signal(caller) }),
			200,
			{ 'Content-Type': 'application/json' },
		),
	);
}

/** The requested extensions that the agent supports, as the response lists them. */
function activeExtensions({ capabilities }: AgentCard, requested = ''): string {
	const names = requested.split(',').map((name) => name.trim());
	return (capabilities.extensions ?? []).flatMap(({ uri }) => (names.includes(uri) ? [uri] : [])).join(', ');
}
