import { Drawer } from '@mantine/core';
import { Navigation } from './navigation.tsx';

/** The navigation on phones. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
	return (
		<Drawer opened onClose={onClose} size="16rem" title="Go to" closeButtonProps={{ 'aria-label': 'Close' }}>
			<Navigation narrow={false} onNavigate={onClose} />
		</Drawer>
	);
}
