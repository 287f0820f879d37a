import type { DiscoveredName } from '../../../storage/names.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';

/** That a discovered name is known not to be there any more, and as what it goes on. */
export function GoneMark({ gone }: { gone: DiscoveredName['gone'] }) {
	if (gone === null) return null;
	return (
		<Muted style={{ fontFamily: 'var(--mantine-font-family)' }}>
			{gone.to === null ? 'removed' : `is ${gone.to} now, renamed`}{' '}
			<RelativeTime iso={new Date(gone.at).toISOString()} />
		</Muted>
	);
}
