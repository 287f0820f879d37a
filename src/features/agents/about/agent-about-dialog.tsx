import { Button, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentCard } from '#contract/agents/card.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { removeExternalAgent } from '../../../storage/external-agents.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TokenField } from '../../../ui/primitives/token-field.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useSessionStore } from '../../session/model.ts';
import { keepAgentToken } from '../../session/mutations.ts';
import { useScope } from '../../session/queries.ts';
import { type Agent, isUsable } from '../agent.ts';
import { findingsOf, readCard } from '../agent-card.ts';
import { tokenProblem } from '../external-card.ts';
import { cardQuery, extendedCardQuery } from '../queries.ts';
import { AgentFacts, CardFindings } from './agent-facts.tsx';

export function AgentAboutDialog({ agents, onClose }: { agents: readonly Agent[]; onClose: () => void }) {
	useFocusBack();
	return (
		<Modal opened onClose={onClose} title={agents.length === 1 ? 'About this agent' : 'About these agents'} size="xl">
			<Stack gap={5}>
				{agents.map((agent) => (
					<Stack key={agent.name} component="section" gap={2} aria-label={visibleText(agent.name)}>
						<About agent={agent} />
						{agent.isExternal && <ExternalSettings agent={agent} onRemoved={onClose} />}
					</Stack>
				))}
			</Stack>
		</Modal>
	);
}

function About({ agent }: { agent: Agent }) {
	const card = useQuery(cardQuery(agent));
	const extended = useQuery(extendedCardQuery(agent, card.data));
	if (!isUsable(agent, agent.agentCard)) {
		return (
			<Notice tone="warning" title={`Couldn’t load ${visibleText(agent.name)}’s card`}>
				The card’s URL, <code>{visibleText(agent.agentCard)}</code>, is outside this service. Ask your admin to correct
				it.
			</Notice>
		);
	}
	if (card.isPending) return <LoadingRows rows={4} />;
	if (card.isError) return <QueryErrorPanel title="Couldn’t load the card" query={card} />;
	const read = extended.data ?? readCard(card.data);
	return (
		<>
			{read !== undefined && <AgentFacts card={read} />}
			<Muted component="p" size="small" weight="normal" breaks>
				{extendedCardStatus(read, extended)}
			</Muted>
			<CardFindings findings={findingsOf(agent, card.data)} />
			<details>
				<summary>Card source</summary>
				<CodeText
					text={visibleText(stringifyJson(card.data, 2))}
					language={null}
					label={`Card of ${visibleText(agent.name)}`}
				/>
			</details>
		</>
	);
}

function extendedCardStatus(
	card: AgentCard | undefined,
	{ data, error }: { data: unknown; error: Error | null },
): string {
	if (data !== undefined) return 'This is the extended card, which the agent shows to signed-in users.';
	if (card?.capabilities.extendedAgentCard !== true) return 'The agent has no extended card.';
	return error === null ? 'Loading the extended card…' : `Couldn’t load the extended card. ${error.message}`;
}

function ExternalSettings({ agent, onRemoved }: { agent: Agent; onRemoved: () => void }) {
	const scope = useScope();
	const hasToken = useSessionStore(({ session }) => session?.agentTokens?.[agent.agentCard] !== undefined);
	const form = useForm({
		initialValues: { token: '' },
		validate: { token: (token) => tokenProblem(agent.agreed?.security ?? { kind: 'bearer' }, token) },
	});
	const [isSaved, setSaved] = useState(false);
	const [isRemoving, setRemoving] = useState(false);
	return (
		<>
			<Text component="h3" size="ui" mt={2}>
				Added in this browser
			</Text>
			<Muted component="p" size="small" breaks>
				Messages go to {visibleText(agent.url)}.{' '}
				{hasToken
					? 'The agent’s token is stored until you sign out.'
					: 'No token is stored for the agent. The agent never receives this service’s token.'}
			</Muted>
			<Inline
				component={Form}
				gap={2}
				align="end"
				onSubmit={form.onSubmit(({ token }) => {
					keepAgentToken(agent.agentCard, token.trim());
					form.reset();
					setSaved(true);
				})}
			>
				<TokenField label={hasToken ? 'New token' : 'Agent token'} flex="1 1 16rem" {...form.getInputProps('token')} />
				<Button type="submit" variant="default">
					Save token
				</Button>
				{hasToken && (
					<Button
						variant="default"
						onClick={() => {
							keepAgentToken(agent.agentCard, null);
							setSaved(false);
						}}
					>
						Remove token
					</Button>
				)}
			</Inline>
			<Muted component="p" size="small" role="status">
				{isSaved && hasToken ? 'Token saved.' : ''}
			</Muted>
			<Inline justify="end" pt={3} mt={2} ruled="above">
				<Button variant="default" color="red" onClick={() => setRemoving(true)}>
					Remove agent…
				</Button>
			</Inline>
			<ConfirmDialog
				opened={isRemoving}
				onClose={() => setRemoving(false)}
				title={`Remove agent ${visibleText(agent.name)}?`}
				confirmLabel="Remove agent"
				tone="danger"
				onConfirm={() => {
					keepAgentToken(agent.agentCard, null);
					removeExternalAgent(scope, agent.agentCard);
					onRemoved();
				}}
			>
				<p>This removes the agent and its token from this browser. Conversations with the agent aren’t deleted.</p>
			</ConfirmDialog>
		</>
	);
}
