import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Unreadable } from '../../../api/answer.ts';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { LoadingRows } from '../../../ui/states/states.tsx';

const errorPart = lazyPart(() => import('../../names/query-error-panel.tsx'), 'ListErrorPanel');
const unreadablePart = lazyPart(() => import('./unreadable-specs.tsx'), 'UnreadableSpecs');

interface SpecsStateProps {
	readonly specs: UseQueryResult<{ readonly items: readonly BuildSpec[]; readonly unreadable: readonly Unreadable[] }>;
	/** While loading. */
	readonly rows?: number;
	/** Shown once loaded. */
	readonly children?: ReactNode;
}

export function SpecsState({ specs, rows = 8, children }: SpecsStateProps) {
	const { data } = specs;
	return (
		<>
			{specs.isPending && <LoadingRows rows={rows} />}
			{/* Loaded items stay; the shell shows that the service doesn't respond. */}
			{specs.isError && <LazyPart part={errorPart} props={{ title: 'Couldn’t load BuildSpecs', query: specs }} />}
			{data !== undefined && children}
			{data !== undefined && data.unreadable.length > 0 && <LazyPart part={unreadablePart} props={data} />}
		</>
	);
}
