import { type ComponentType, lazy, Suspense } from 'react';
import { PartBoundary } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import type { OutputBodyProps, OutputView } from './output-views.ts';

/**
 * The views besides the grid, each `lazy(async () => ({ default: (await import('./x.tsx')).X }))`, so that its code comes
 * when it is looked at. What is here is also in `rowViews`.
 */
const bodies: Partial<Record<OutputView, ComponentType<OutputBodyProps>>> = {
	profile: lazy(async () => ({ default: (await import('./profile-body.tsx')).ProfileBody })),
	chart: lazy(async () => ({ default: (await import('./output-chart.tsx')).OutputChart })),
};

interface OutputBodyChoice extends Omit<OutputBodyProps, 'source'> {
	readonly view: OutputView;
}

export function OutputBody({ view, ...props }: OutputBodyChoice) {
	const { source } = props.file;
	const Body = bodies[view];
	if (Body === undefined) return null;
	if (source === null) {
		return <EmptyState title="There are no rows to look at">{props.item.name} is not a table.</EmptyState>;
	}
	return (
		<PartBoundary key={view}>
			<Suspense fallback={<LoadingRows rows={6} />}>
				<Body {...props} source={source} />
			</Suspense>
		</PartBoundary>
	);
}
