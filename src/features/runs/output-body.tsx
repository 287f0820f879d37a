import { type ComponentType, Suspense } from 'react';
import type { OpenedFile } from '../../ui/data-grid/files/file-source.ts';
import type { RowSource } from '../../ui/data-grid/row-source.ts';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import type { OutputItem } from './output-item.ts';
import type { OutputView } from './output-views.tsx';

/** What a view of an output's rows is given. It fills its parent, which has a height. */
export interface OutputBodyProps {
	readonly buildRunId: string;
	readonly item: OutputItem;
	readonly file: OpenedFile;
	/** The rows of the file. */
	readonly source: RowSource;
}

/**
 * The views besides the grid, each `lazy(async () => ({ default: (await import('./x.tsx')).X }))`, so that its code comes
 * when it is looked at. What is here is also in `rowViews`.
 */
const bodies: Partial<Record<OutputView, ComponentType<OutputBodyProps>>> = {};

interface OutputBodyChoice extends Omit<OutputBodyProps, 'source'> {
	readonly view: OutputView;
}

/** One view of an output's rows. */
export function OutputBody({ view, ...props }: OutputBodyChoice) {
	const { source } = props.file;
	const Body = bodies[view];
	if (Body === undefined) return null;
	if (source === null) {
		return <EmptyState title="There are no rows to look at">{props.item.name} is not a table.</EmptyState>;
	}
	return (
		<Suspense fallback={<LoadingRows rows={6} />}>
			<Body {...props} source={source} />
		</Suspense>
	);
}
