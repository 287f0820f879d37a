import { Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeletedBuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { undeleteMutation } from '../mutations.ts';
import { deletedSpecsQuery } from '../queries.ts';

/** How long Undo is offered for a deletion, in ms. */
const fresh = 10 * 60_000;

export function JustDeleted() {
	const { data } = useQuery(deletedSpecsQuery);
	const [now] = useState(() => Date.now());
	const [last] = data?.items ?? [];
	if (last === undefined || Date.parse(last.deletedAt) < now - fresh) return null;
	return (
		<Inline component="section" gap={[1, 3]} pb={3} aria-label="Recently deleted BuildSpec">
			<span role="status">
				Deleted <Text mono>{formatCoordinate(last.destination)}</Text>
			</span>
			<Restore spec={last} label="Undo" />
		</Inline>
	);
}

export function DeletedSpecs({ onClose }: { readonly onClose: () => void }) {
	useFocusBack();
	const deleted = useQuery(deletedSpecsQuery);
	const items = deleted.data?.items ?? [];
	return (
		<Modal opened onClose={onClose} title="Recently deleted" size="xl">
			{deleted.isPending && <LoadingRows rows={3} />}
			<QueryErrorPanel title="Couldn’t load deleted BuildSpecs" query={deleted} />
			{deleted.isSuccess && items.length === 0 && (
				<EmptyState title="No deleted BuildSpecs">You can restore a deleted BuildSpec within 30 days.</EmptyState>
			)}
			<Stack component="ul" aria-label="Deleted BuildSpecs">
				{items.map((spec) => (
					<Inline key={spec.id} component="li" gap={3} ruled="below" py={2} justify="between">
						<Text mono breaks fill>
							{formatCoordinate(spec.destination)}
						</Text>
						<Muted>
							v{spec.version}, deleted <RelativeTime iso={spec.deletedAt} />
						</Muted>
						<Restore spec={spec} label="Restore" />
					</Inline>
				))}
			</Stack>
		</Modal>
	);
}

interface RestoreProps {
	readonly spec: Pick<DeletedBuildSpec, 'id' | 'destination'>;
	readonly label: string;
}

function Restore({ spec, label }: RestoreProps) {
	const navigate = useNavigate();
	const restoring = useMutation(undeleteMutation());
	return (
		<>
			<CompactButton
				loading={restoring.isPending}
				aria-label={`${label}: ${formatCoordinate(spec.destination)}`}
				onClick={() => restoring.mutate(spec.id, { onSuccess: () => void navigate(paths.buildSpec(spec.id)) })}
			>
				{label}
			</CompactButton>
			{restoring.error !== null && (
				<Text tone="error" role="alert">
					{errorFacts(restoring.error).message}
				</Text>
			)}
		</>
	);
}
