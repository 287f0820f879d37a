import { Link } from 'react-router';
import type { DiscoveredName } from '../../../storage/names.ts';
import type { ListColumn } from '../../../ui/list/list-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';

/** When a name was seen last. */
export const lastSeenColumn: ListColumn<Pick<DiscoveredName, 'last'>> = {
	id: 'last',
	label: 'Last seen',
	cell: ({ last }) => <RelativeTime iso={new Date(last).toISOString()} />,
	key: ({ last }) => last,
};

/** In what a name was seen last, and in how many things more. */
export function SeenAt({ seen }: { seen: DiscoveredName['seen'] }) {
	const [first, ...others] = seen;
	if (first === undefined) return null;
	const title = others.map((other) => `${other.origin} ${other.where}`).join('\n');
	return (
		<Muted title={title}>
			{first.origin}{' '}
			{first.to === null ? (
				first.where
			) : (
				<Link to={first.to} tabIndex={-1} style={{ position: 'relative', zIndex: 1 }}>
					{first.where}
				</Link>
			)}
			{others.length > 0 && ` and ${others.length} more`}
		</Muted>
	);
}

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
