import { ActionIcon } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { AgentListEntry } from '#contract/agents/card.ts';
import { LazyPart, lazyPart } from '../../ui/lazy-part.tsx';

const dialog = lazyPart(() => import('./agent-about-dialog.tsx').then((it) => it.AgentAboutDialog));

/** What is known of the chosen agents. */
export function AgentAbout({ agents }: { agents: readonly AgentListEntry[] }) {
	const [opened, setOpened] = useState(false);
	const [wanted, setWanted] = useState(false);
	const label = `About ${agents.map((it) => it.name).join(' and ') || 'the agent'}`;
	return (
		<>
			<ActionIcon
				variant="subtle"
				color="gray"
				aria-label={label}
				title={label}
				disabled={agents.length === 0}
				onPointerEnter={dialog.warm}
				onFocus={dialog.warm}
				onClick={() => {
					setWanted(true);
					setOpened(true);
				}}
			>
				<IconInfoCircle size={16} aria-hidden="true" />
			</ActionIcon>
			{wanted && (
				<LazyPart
					part={dialog}
					props={{ agents, opened, onClose: () => setOpened(false) }}
					onMissing={() => setOpened(false)}
				/>
			)}
		</>
	);
}
