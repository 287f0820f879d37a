import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';

const dialog = lazyPart(() => import('./add-agent-dialog.tsx'), 'AddAgentDialog');

export function AddAgent() {
	const [opened, setOpened] = useState(false);
	const close = () => setOpened(false);
	return (
		<>
			<Button
				variant="default"
				leftSection={<IconPlus size={16} aria-hidden="true" />}
				onPointerEnter={dialog.warm}
				onFocus={dialog.warm}
				onClick={() => setOpened(true)}
			>
				Add agent
			</Button>
			{opened && <LazyPart part={dialog} props={{ onClose: close }} onMissing={close} />}
		</>
	);
}
