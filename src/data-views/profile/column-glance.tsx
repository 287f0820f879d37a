import type { ColumnProfile } from '../../rows/index.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { percentLabel, profileSummary } from './profile-labels.ts';

/** One-line summary of a column: histogram and range of numbers and times, or the most frequent values. */
export function ColumnGlance({ profile }: { profile: ColumnProfile }) {
	const { shape, rows, nulls } = profile;
	return (
		<Inline
			component="span"
			nowrap
			align="end"
			gap={2}
			size="small"
			style={{ minHeight: '1.25rem', lineHeight: '1.25rem' }}
		>
			{shape?.kind === 'histogram' && <Bars counts={shape.bins.map((bin) => bin.count)} />}
			<Text mono numeric clip>
				{profileSummary(profile)}
			</Text>
			{nulls > 0 && nulls < rows && <Muted rigid>{percentLabel(nulls, rows)} null</Muted>}
		</Inline>
	);
}

const height = 16;
const width = 4;

/** A histogram too small to read. The text next to it has the facts. */
function Bars({ counts }: { counts: readonly number[] }) {
	const max = Math.max(1, ...counts);
	const heights = counts.map((count) => (count === 0 ? 0 : Math.max(1, (height * count) / max)));
	return (
		<svg
			style={{ flex: 'none', maxWidth: '6rem', fill: 'var(--accent)' }}
			width={counts.length * width}
			height={height}
			viewBox={`0 0 ${counts.length * width} ${height}`}
			aria-hidden="true"
		>
			{heights.map((value, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position
				<rect key={index} x={index * width} y={height - value} width={width - 1} height={value} />
			))}
		</svg>
	);
}
