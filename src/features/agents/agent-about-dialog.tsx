import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AgentCard, type AgentListEntry } from '#contract/agents/card.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { CodeText } from '../../ui/code-text.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { PropertyList } from '../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../ui/states.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import classes from './agent-about.module.css';
import { findingsOf } from './card-findings.ts';
import { cardQuery, extendedCardQuery, isOwnAddress } from './queries.ts';

interface AgentAboutDialogProps {
	readonly agents: readonly AgentListEntry[];
	readonly opened: boolean;
	readonly onClose: () => void;
}

export function AgentAboutDialog({ agents, opened, onClose }: AgentAboutDialogProps) {
	useFocusBack(opened);
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title="About the agent"
			size="xl"
			closeButtonProps={{ 'aria-label': 'Close' }}
		>
			{agents.map((it) => (
				<About key={it.name} agent={it} />
			))}
		</Modal>
	);
}

function About({ agent }: { agent: AgentListEntry }) {
	const isOwn = isOwnAddress(agent.agentCard);
	const card = useQuery({ ...cardQuery(agent.agentCard), enabled: isOwn });
	const extended = useQuery({ ...extendedCardQuery(agent.url), enabled: isOwnAddress(agent.url) });
	if (!isOwn) {
		return (
			<Notice tone="warning" title={`The card of ${visibleText(agent.name)} is not read`}>
				The list names <code>{visibleText(agent.agentCard)}</code>, which is outside of this service.
			</Notice>
		);
	}
	if (card.isPending) return <LoadingRows rows={4} />;
	if (card.isError) {
		return (
			<ErrorPanel
				title="The card could not be read"
				error={errorFacts(card.error)}
				onRetry={() => void card.refetch()}
			/>
		);
	}
	const findings = findingsOf(agent, card.data, isOwnAddress);
	const read = extended.data ?? AgentCard.safeParse(card.data).data;
	return (
		<Stack component="section" gap={2} className={classes.about} aria-label={agent.name}>
			{read !== undefined && <Facts card={read} />}
			<Muted component="p" size="small" weight="normal" breaks>
				{extendedWords(read, extended)}
			</Muted>
			{findings.length === 0 ? (
				<Notice tone="success" title="The card is as A2A 1.0 says" />
			) : (
				<Notice
					tone="warning"
					title={`${findings.length === 1 ? 'One finding' : `${findings.length} findings`} against A2A 1.0`}
				>
					<Bullets>
						{findings.map((it) => (
							<li key={it}>{visibleText(it)}</li>
						))}
					</Bullets>
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
function extendedWords(card: AgentCard | undefined, { data, error }: { data: unknown; error: Error | null }): string {
	if (data !== undefined) return 'This is the extended card, which the agent gives to who is signed in.';
	if (card?.capabilities.extendedAgentCard !== true) return 'The agent has no extended card.';
	return error === null ? 'The extended card is asked for.' : `The extended card could not be read: ${error.message}`;
}

function Facts({ card }: { card: AgentCard }) {
	const { capabilities: can } = card;
	const abilities = [
		can.streaming === true ? 'streams its answers' : 'answers all at once',
		can.pushNotifications === true ? 'pushes notifications' : 'pushes no notifications',
		...(can.extensions ?? []).map((it) => `extension ${it.uri}`),
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
				<dt>Can</dt>
				<dd>{visibleText(abilities.join(' · '))}</dd>
				<dt>Takes and gives</dt>
				<dd>{visibleText(`${card.defaultInputModes.join(', ')} → ${card.defaultOutputModes.join(', ')}`)}</dd>
				<dt>Address</dt>
				<dd>
					{card.supportedInterfaces.map((it) => (
						<div key={`${it.protocolBinding} ${it.url}`}>
							<code>{visibleText(it.url)}</code> {visibleText(`${it.protocolBinding} ${it.protocolVersion}`)}
						</div>
					))}
				</dd>
				<dt>Signs in by</dt>
				<dd>{visibleText(Object.keys(card.securitySchemes).join(', ') || 'nothing')}</dd>
			</PropertyList>
			{card.skills.map((skill) => (
				<div key={skill.id}>
					<h3 className={classes.skill}>{visibleText(skill.name)}</h3>
					<Text component="p" measure>
						{visibleText(skill.description)}
					</Text>
					{skill.tags.length > 0 && (
						<Muted component="p" size="small" weight="normal" breaks>
							{visibleText(skill.tags.join(', '))}
						</Muted>
					)}
					{skill.examples !== undefined && skill.examples.length > 0 && (
						<Bullets>
							{skill.examples.map((it) => (
								<li key={it}>{visibleText(it)}</li>
							))}
						</Bullets>
					)}
				</div>
			))}
		</>
	);
}
