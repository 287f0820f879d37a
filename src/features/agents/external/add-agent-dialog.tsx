import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { baseUrl } from '../../../api/http.ts';
import { isUnder } from '../../../api/request-url.ts';
import { explainUnreachable } from '../../../lib/browser/explain-unreachable.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { keepExternalAgent } from '../../../storage/external-agents.ts';
import { writePreference } from '../../../storage/preferences.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { TokenField } from '../../../ui/primitives/token-field.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useSessionStore } from '../../session/model.ts';
import { keepAgentToken } from '../../session/mutations.ts';
import { useScope } from '../../session/queries.ts';
import { AgentFacts, CardFindings } from '../about/agent-facts.tsx';
import { agentPreference, uniqueName } from '../agent.ts';
import { findingsOf, isVersion1, noJsonRpc, readCard, rpcInterfacesOf } from '../agent-card.ts';
import { readCardAddress, type Security, securityLabel, securityOf, tokenProblem } from '../external-card.ts';
import { CardError, fetchExternalCard } from '../fetch-external-card.ts';
import { cardQuery } from '../queries.ts';
import { useAgents } from '../use-agents.ts';

export function AddAgentDialog({ onClose }: { onClose: () => void }) {
	useFocusBack();
	const form = useForm({
		initialValues: { address: '', token: '' },
		validate: {
			address: (address) => {
				const read = readCardAddress(address);
				return 'problem' in read && read.problem;
			},
		},
	});
	const left = useRef(new AbortController());
	const reading = useMutation({
		mutationFn: async (cardUrls: readonly [string, ...string[]]) => {
			left.current = new AbortController();
			const signal = AbortSignal.any([left.current.signal, AbortSignal.timeout(longestRead)]);
			return await readFirst(cardUrls, form.getValues().token.trim() || null, signal);
		},
		onError: async (error, [cardUrl]) => {
			if (left.current.signal.aborted) return;
			form.setFieldError(asksForToken(error) ? 'token' : 'address', await explainFailure(error, cardUrl));
		},
	});
	const close = () => {
		left.current.abort();
		onClose();
	};
	if (reading.isSuccess) {
		return <ShownCard {...reading.data} token={form.values.token} onBack={reading.reset} onClose={onClose} />;
	}
	return (
		<FormDialog
			title="Add agent"
			submitLabel="Load card"
			size="lg"
			{...(reading.isPending ? { status: 'Loading the card…' } : {})}
			onClose={close}
			onSubmit={form.onSubmit(({ address }) => {
				const read = readCardAddress(address);
				if ('cardUrls' in read && !reading.isPending) reading.mutate(read.cardUrls);
			})}
		>
			<TextInput
				label="Agent URL"
				description="The URL of an A2A 1.0 agent or of its card."
				placeholder="https://agents.example.org/.well-known/agent-card.json"
				inputMode="url"
				spellCheck={false}
				data-autofocus
				{...form.getInputProps('address')}
			/>
			{asksForToken(reading.error) && <TokenField label="Agent token" {...form.getInputProps('token')} />}
		</FormDialog>
	);
}

const asksForToken = (error: Error | null): boolean => isApiError(error) && [401, 403].includes(error.status);

/** Timeout for reading a card, in ms. */
const longestRead = 20_000;

/** The first address with a card. @throws the error of the first address */
async function readFirst(
	[cardUrl, ...others]: readonly [string, ...string[]],
	token: string | null,
	signal: AbortSignal,
) {
	try {
		return { cardUrl, card: await fetchExternalCard(cardUrl, token, signal) };
	} catch (error) {
		if (error instanceof CardError) {
			if (error.movedTo === null) throw error;
			return { cardUrl: error.movedTo, card: await fetchExternalCard(error.movedTo, null, signal) };
		}
		const isMissing = !isApiError(error) || error.status === 404;
		const [next] = others;
		if (next === undefined || !isMissing || signal.aborted) throw error;
		const card = await fetchExternalCard(next, token, signal).catch(() => null);
		if (card === null) throw error;
		return { cardUrl: next, card };
	}
}

async function explainFailure(error: unknown, cardUrl: string): Promise<string> {
	if (error instanceof DOMException && error.name === 'TimeoutError') {
		return `${new URL(cardUrl).host} didn’t return its card within ${longestRead / 1_000} seconds. Check the URL, or try again.`;
	}
	if (error instanceof CardError) return error.message;
	if (!isApiError(error)) return `${cardUrl} didn’t return JSON, so it isn’t an agent card. Check the URL.`;
	if (error.kind === 'unreachable') return await explainUnreachable(cardUrl);
	if (asksForToken(error)) return 'This agent requires a token to show its card. Enter the token.';
	if (error.status === 404) return `There’s no agent card at ${cardUrl}. Check the URL.`;
	return `${cardUrl} returned status ${error.status}. ${error.message}`;
}

interface ShownCardProps {
	readonly cardUrl: string;
	/** Unparsed. */
	readonly card: unknown;
	/** The token the card was read with; empty if none. */
	readonly token: string;
	readonly onBack: () => void;
	readonly onClose: () => void;
}

function ShownCard({ cardUrl, card, token, onBack, onClose }: ShownCardProps) {
	const scope = useScope();
	const queryClient = useQueryClient();
	const { agents } = useAgents();
	const [problem, setProblem] = useState<string | null>(null);
	const read = readCard(card);
	const [endpoint] = rpcInterfacesOf(read);
	const url = endpoint?.url ?? '';
	const agent = { name: read?.name ?? cardUrl, url, agentCard: cardUrl, isExternal: true, agreed: null };
	const findings = findingsOf(agent, card);
	const known = agents.find(({ agentCard, isExternal }) => isExternal && agentCard === cardUrl);
	const security = read === undefined ? null : securityOf(read);
	const refused = refusalOf(endpoint, security);
	const isKept = useSessionStore(({ session }) => session?.agentTokens?.[cardUrl] !== undefined);
	const form = useForm({
		initialValues: { token },
		validate: {
			token: (given) =>
				security === null || security.kind === 'none' || (isKept && given.trim() === '')
					? null
					: tokenProblem(security, given),
		},
	});
	if (read === undefined || security === null || security.kind === 'unsupported' || refused !== null) {
		return (
			<Modal opened onClose={onBack} title="This agent can’t be added" size="xl">
				<Stack gap={3}>
					{refused !== null && read !== undefined && <Notice tone="error" title={visibleText(refused)} />}
					{(refused === null || findings.length > 0) && <CardFindings findings={findings} />}
				</Stack>
			</Modal>
		);
	}
	const add = form.onSubmit((values) => {
		const taken = agents.flatMap(({ name }) => (name === known?.name ? [] : [name]));
		const name = uniqueName(read.name, cardUrl, taken);
		const given = values.token.trim();
		const tenant = typeof endpoint?.tenant === 'string' && endpoint.tenant !== '' ? { tenant: endpoint.tenant } : {};
		const streams = read.capabilities.streaming === true;
		if (!keepExternalAgent(scope, { name, cardUrl, url, streams, security, ...tenant })) {
			setProblem(
				'Couldn’t add the agent. This browser’s storage is full or blocked. Free up storage or allow it for this site, then try again.',
			);
			return;
		}
		if (given !== '') keepAgentToken(cardUrl, given);
		writePreference(agentPreference(scope), name);
		queryClient.setQueryData(cardQuery(agent).queryKey, card);
		onClose();
	});
	return (
		<FormDialog title="Add agent" submitLabel="Add agent" size="xl" onClose={onClose} onSubmit={add}>
			<Box tabIndex={-1} data-autofocus={security.kind === 'none' || undefined}>
				<AgentFacts card={read} />
			</Box>
			<CardFindings findings={findings} />
			{new URL(url).origin !== new URL(cardUrl).origin && (
				<Notice tone="warning" title="Messages go to a different URL">
					The card is at {visibleText(new URL(cardUrl).origin)}, but your questions go to {visibleText(url)}.
				</Notice>
			)}
			{known !== undefined && <Notice tone="info" title={`Adding this agent replaces ${visibleText(known.name)}`} />}
			{security.kind !== 'none' && (
				<TokenField
					label={visibleText(securityLabel(security))}
					description={`Stored until you sign out, and sent only to this agent.${isKept ? ' Leave empty to keep the current token.' : ''}`}
					data-autofocus
					{...form.getInputProps('token')}
				/>
			)}
			<Muted component="p" measure>
				Your questions, and any rows you include, are sent to {visibleText(new URL(url).host)}. This service’s token is
				never sent there.
			</Muted>
			{problem !== null && <Notice tone="error" title={problem} />}
		</FormDialog>
	);
}

/** Why an agent with a valid card can't be asked from here, or null. */
function refusalOf(endpoint: ReturnType<typeof rpcInterfacesOf>[number] | undefined, security: Security | null) {
	if (endpoint === undefined) return noJsonRpc;
	const { url, protocolVersion } = endpoint;
	if (!isVersion1(protocolVersion))
		return `The agent uses A2A ${protocolVersion}. The console supports A2A 1.0. Ask the agent’s provider for an A2A 1.0 URL.`;
	if (!/^https?:/i.test(url) || !URL.canParse(url))
		return `The agent’s card lists ${url}, which isn’t a valid URL. Ask the agent’s provider to correct the card.`;
	if (isUnder(baseUrl(), url)) return 'This agent belongs to this service and is already in the list.';
	if (security?.kind === 'unsupported')
		return `The agent requires ${securityLabel(security)}. Ask its provider for access with a bearer token, a username and password, or an API key.`;
	return null;
}
