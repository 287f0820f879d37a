import { Checkbox } from '@mantine/core';
import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { TargetRows } from './build-targets.tsx';
import type { usePlanChoice } from './plan-choice.ts';

interface PlanChoiceListProps {
	readonly choice: ReturnType<typeof usePlanChoice>;
	readonly withRows?: boolean;
}

/** Maximum targets with row counts, since each needs two requests. */
const maxListed = 20;

export const PlanChoiceList = ({ choice, withRows = false }: PlanChoiceListProps) => (
	<Box scroll style={{ maxHeight: '20rem' }}>
		<Stack component="ol" aria-label="Build order">
			{choice.options.map(({ spec, isBuilt, notes }, position) => {
				const status = choice.statuses?.byKey.get(coordinateKey(spec.destination));
				return (
					<Stack key={spec.id} component="li" gap={1} py={2} ruled="below">
						<Inline gap={[0, 3]}>
							<Checkbox
								label={
									<Text mono breaks>
										{formatCoordinate(spec.destination)}
									</Text>
								}
								description={notes.join(' ')}
								checked={isBuilt}
								onChange={(event) => choice.choose(spec.id, event.currentTarget.checked)}
							/>
							<DatasetStatusPanel status={status} />
						</Inline>
						{withRows && position < maxListed && status != null && status.version !== null && (
							<Inline gap={2}>
								<Muted>Rows</Muted>
								<TargetRows spec={spec} dataset={spec.destination} />
							</Inline>
						)}
					</Stack>
				);
			})}
		</Stack>
	</Box>
);
