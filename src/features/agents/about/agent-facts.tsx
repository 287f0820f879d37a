import type { AgentCard } from '#contract/agents/card.ts';
import { countOf } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { securityLabel, securityOf } from '../external-card.ts';

export function AgentFacts({ card }: { card: AgentCard }) {
	const { capabilities: can } = card;
	const { organization } = (card.provider ?? {}) as { organization?: unknown };
	const abilities = [
		can.streaming === true ? 'streams its answers' : 'doesn’t stream answers',
		...(can.pushNotifications === true ? ['sends push notifications'] : []),
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
			<PropertyList size="small" my={3}>
				{typeof organization === 'string' && <Property name="Provider">{visibleText(organization)}</Property>}
				<Property name="Capabilities">{visibleText(abilities.join(' · '))}</Property>
				<Property name="Input and output">
					{visibleText(`${card.defaultInputModes.join(', ')} → ${card.defaultOutputModes.join(', ')}`)}
				</Property>
				<Property name="URL">
					{card.supportedInterfaces.map((item) => (
						<div key={`${item.protocolBinding} ${item.url}`}>
							<code>{visibleText(item.url)}</code> {visibleText(`${item.protocolBinding} ${item.protocolVersion}`)}
						</div>
					))}
				</Property>
				<Property name="Security">{visibleText(securityLabel(securityOf(card)))}</Property>
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

export const CardFindings = ({ findings }: { findings: readonly string[] }) =>
	findings.length === 0 ? (
		<Notice tone="success" title="The card conforms to A2A 1.0" />
	) : (
		<Notice tone="warning" title={`${countOf(findings.length, 'problem')} with the card (A2A 1.0)`}>
			<TextList texts={findings} />
		</Notice>
	);
