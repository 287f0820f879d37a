import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import type { Agent } from '../agent.ts';

const dialog = lazyPart(() => import('./agent-about-dialog.tsx'), 'AgentAboutDialog');

export function AgentAbout({ agents }: { agents: readonly Agent[] }) {
	const [opened, setOpened] = useState(false);
	const label = `About ${agents.map((agent) => visibleText(agent.name)).join(' and ') || 'the agent'}`;
	const close = () => setOpened(false);
	return (
		<>
			<IconButton
				label={label}
				icon={IconInfoCircle}
				disabled={agents.length === 0}
				onPointerEnter={dialog.warm}
				onFocus={dialog.warm}
				onClick={() => setOpened(true)}
			/>
			{opened && <LazyPart part={dialog} props={{ agents, onClose: close }} onMissing={close} />}
		</>
	);
}
