import { IconRefresh } from '@tabler/icons-react';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import type { RowSource } from '../../../rows/index.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { CompareData } from './compare-data.tsx';
import { useCompareSearch } from './compare-search.ts';
import { useComparison } from './use-comparison.ts';

export function ComparisonPanel({ name, before, after }: { name: string; before: RowSource; after: RowSource }) {
	const [{ key }] = useCompareSearch();
	const { task, cancel, again } = useComparison(before, after, key);
	const retry = (
		<SecondaryButton leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={again}>
			Compare again
		</SecondaryButton>
	);
	switch (task.state) {
		case 'done':
			return <CompareData name={name} before={before} after={after} compared={task.value} />;
		case 'failed':
			return (
				<Notice tone="error" title="Couldn’t compare the rows" action={retry}>
					{task.message}
				</Notice>
			);
		case 'canceled':
			return <EmptyState title="Comparison stopped" action={retry} />;
		default: {
			const { step, share } = task.progress ?? { step: 'finding-key', share: 0 };
			return (
				<Inline gap={[1, 3]} py={1} px={4} role="status">
					<span>{step === 'finding-key' ? 'Looking for columns that identify the rows' : 'Comparing the rows'}</span>
					<ProgressLine label="Comparing" value={share} action="Stop comparing" onCancel={cancel} />
				</Inline>
			);
		}
	}
}
