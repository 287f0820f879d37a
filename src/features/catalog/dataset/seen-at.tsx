import { Link } from 'react-router';
import type { DiscoveredName } from '../../../storage/names.ts';
import { Muted } from '../../../ui/primitives/text.tsx';

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
