import type { ButtonProps } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { BuildRun } from '#contract/build-run.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { notResponding } from '../../lib/messages.ts';
import { SecondaryButton } from '../../ui/primitives/button.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { useReachable } from '../session/queries.ts';
import { cancelRunMutation } from './mutations.ts';

/** Cancels a run. Disabled with a reason while the service doesn't respond. */
export function CancelRun({ run, label, size = 'sm' }: { run: BuildRun; label: string; size?: ButtonProps['size'] }) {
	const cancel = useMutation(cancelRunMutation());
	const isAway = useReachable() === false;
	const what = run.kind === 'preview' ? 'preview' : 'build';
	return (
		<>
			<SecondaryButton
				size={size}
				style={{ flexShrink: 0 }}
				leftSection={<IconPlayerStop size={size === 'sm' ? 16 : 14} aria-hidden="true" />}
				loading={cancel.isPending}
				// Stays focusable, so the reason can be read.
				aria-disabled={isAway}
				title={isAway ? notResponding(`cancel the ${what}`) : undefined}
				onClick={() => {
					if (!isAway) cancel.mutate(run.id);
				}}
			>
				{label}
			</SecondaryButton>
			{cancel.isError && (
				<Notice tone="error" title={`Couldn’t cancel the ${what}`}>
					{errorFacts(cancel.error).message}
				</Notice>
			)}
		</>
	);
}
