import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AgentCard, type AgentListEntry } from '#contract/agents/card.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { useFocusBack } from '../../../ui/dialog/use-focus-back.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { findingsOf } from '../agent-card.ts';
import { cardQuery, extendedCardQuery, isOwnAddress } from '../queries.ts';

export function AgentAboutDialog({ agents, onClose }: { agents: readonly AgentListEntry[]; onClose: () => void }) {
	useFocusBack();
	return (
		<Modal opened onClose={onClose} title="About the agent" size="xl">
			<Stack gap={5}>
				{agents.map((agent) => (
					<About key={agent.name} agent={agent} />
				))}
			</Stack>
		</Modal>
	);
}

function About({ agent }: { agent: AgentListEntry }) {
	const card = useQuery(cardQuery(agent.agentCard));
	const extended = useQuery(extendedCardQuery(agent.url));
	if (!isOwnAddress(agent.agentCard)) {
		return (
			<Notice tone="warning" title={`The card of ${visibleText(agent.name)} is not read`}>
				The list names <code>{visibleText(agent.agentCard)}</code>, which is outside of this service.
			</Notice>
		);
	}
	if (card.isPending) return <LoadingRows rows={4} />;
	if (card.isError) return <QueryErrorPanel title="The card could not be read" query={card} />;
	const findings = findingsOf(agent, card.data, isOwnAddress);
	const read = extended.data ?? AgentCard.safeParse(card.data).data;
	return (
		<Stack component="section" gap={2} aria-label={agent.name}>
			{read !== undefined && <Facts card={read} />}
			<Muted component="p" size="small" weight="normal" breaks>
				{extendedCardStatus(read, extended)}
			</Muted>
			{findings.length === 0 ? (
				<Notice tone="success" title="The card is as A2A 1.0 says" />
			) : (
				<Notice
					tone="warning"
					title={`${findings.length === 1 ? 'One finding' : `${findings.length} findings`} against A2A 1.0`}
				>
					<TextList texts={findings} />
				</Notice>
			)}
			<details>
				<summary>The card as sent</summary>
				<CodeText text={visibleText(stringifyJson(card.data, 2))} language={null} label={`Card of ${agent.name}`} />
			</details>
		</Stack>
	);
}

/** Which card is shown, and why not the richer one. */
function extendedCardStatus(
	card: AgentCard | undefined,
	{ data, error }: { data: unknown; error: Error | null },
): string {
	if (data !== undefined) return 'This is the extended card, which the agent gives to who is signed in.';
	if (card?.capabilities.extendedAgentCard !== true) return 'The agent has no extended card.';
	return error === null ? 'The extended card is asked for.' : `The extended card could not be read: ${error.message}`;
}

function Facts({ card }: { card: AgentCard }) {
	const { capabilities: can } = card;
	const abilities = [
		can.streaming === true ? 'streams its answers' : 'answers all at once',
		can.pushNotifications === true ? 'pushes notifications' : 'pushes no notifications',
		...(can.extensions ?? []).map((extension) => `extension ${extension.uri}`),
	];
	return (
		<>
			<Text component="h2" size="large">
				{visibleText(card.name)}{' '}
				<Muted size="small" weight="normal" breaks>
					{visibleText(card.version)}
				</Muted>
			</Text>
			<Text component="p" measure>
				{visibleText(card.description)}
			</Text>
			<PropertyList size="small">
				<Property name="Can">{visibleText(abilities.join(' · '))}</Property>
				<Property name="Takes and gives">
					{visibleText(`${card.defaultInputModes.join(', ')} → ${card.defaultOutputModes.join(', ')}`)}
				</Property>
				<Property name="Address">
					{card.supportedInterfaces.map((item) => (
						<div key={`${item.protocolBinding} ${item.url}`}>
							<code>{visibleText(item.url)}</code> {visibleText(`${item.protocolBinding} ${item.protocolVersion}`)}
						</div>
					))}
				</Property>
				<Property name="Signs in by">{visibleText(Object.keys(card.securitySchemes).join(', ') || 'nothing')}</Property>
			</PropertyList>
			{card.skills.map((skill) => (
				<div key={skill.id}>
					<Text component="h3" size="ui" mt={2}>
						{visibleText(skill.name)}
					</Text>
					<Text component="p" measure>
						{visibleText(skill.description)}
					</Text>
					{skill.tags.length > 0 && (
						<Muted component="p" size="small" weight="normal" breaks>
							{visibleText(skill.tags.join(', '))}
						</Muted>
					)}
					{skill.examples !== undefined && <TextList texts={skill.examples} />}
				</div>
			))}
		</>
	);
}

const TextList = ({ texts }: { texts: readonly string[] }) =>
	texts.length > 0 && (
		<Bullets>
			{texts.map((text) => (
				<li key={text}>{visibleText(text)}</li>
			))}
		</Bullets>
	);
