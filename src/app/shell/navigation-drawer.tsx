import { Drawer } from '@mantine/core';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { Navigation } from './navigation.tsx';

export function NavigationDrawer({ onClose }: { onClose: () => void }) {
	useFocusBack();
	return (
		<Drawer opened onClose={onClose} size="16rem" title="Go to" closeButtonProps={{ 'aria-label': 'Close' }}>
			<Navigation narrow={false} onNavigate={onClose} />
		</Drawer>
	);
}
