import { IconEqual, IconMapPin } from '@tabler/icons-react';
import type { MatchType } from '#contract/link.ts';
import { Inline } from '../../ui/primitives/layout.tsx';

/** A match type as sign and word. */
export const MatchMark = ({ type }: { type: MatchType }) => {
	const Icon = type === 'GeoMatch' ? IconMapPin : IconEqual;
	return (
		<Inline component="span" gap={1} nowrap style={{ display: 'inline-flex', verticalAlign: 'top' }}>
			<Icon size={14} aria-hidden /> {type}
		</Inline>
	);
};
