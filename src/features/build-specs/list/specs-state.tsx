import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BuildSpec } from '#contract/build-spec.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { Unreadable } from '../../../api/answer.ts';
import { countOf } from '../../../lib/format.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { ListErrorPanel } from '../../names/query-error-panel.tsx';
import classes from './list.module.css';

interface SpecsStateProps {
	readonly specs: UseQueryResult<{ readonly items: readonly BuildSpec[]; readonly unreadable: readonly Unreadable[] }>;
	/** While they are loading. */
	readonly rows?: number;
	/** Shown once they are listed. */
	readonly children?: ReactNode;
}

/** What there is to say about the list of BuildSpecs itself: it is loading, failed, or has items that can't be read. */
export function SpecsState({ specs, rows = 8, children }: SpecsStateProps) {
	const { data } = specs;
	return (
		<>
			{specs.isPending && <LoadingRows rows={rows} />}
			{/* What is listed stays; the shell says that the service doesn't answer. */}
			<ListErrorPanel title="The BuildSpecs could not be listed" query={specs} />
			{data !== undefined && children}
			{data !== undefined && data.unreadable.length > 0 && (
				<Box pb={3} className={classes.raw} breaks>
					<Notice tone="warning" title={`${countOf(data.unreadable.length, 'BuildSpec')} cannot be read`}>
						The service sent {data.unreadable.length === 1 ? 'it' : 'them'} in a shape that this console does not know.
						{data.items.length > 0 && ' The others are below.'}
						{data.unreadable.map((item) => (
							<details key={item.index}>
								<summary>
									Item {item.index + 1}: {item.reason}
								</summary>
								<Box component="pre" pre scroll>
									{stringifyJson(item.raw, 2)}
								</Box>
							</details>
						))}
					</Notice>
				</Box>
			)}
		</>
	);
}
