import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { listShares } from '#contract/permission.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { notResponding, othersMayUse } from '../../../lib/messages.ts';
import { paths } from '../../../routing/paths.ts';
import { forgetRecentPages } from '../../../storage/preferences.ts';
import { ConfirmationField } from '../../../ui/primitives/confirmation-field.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { sharesQuery } from '../../access/queries.ts';
import { useSpecTargets } from '../../build-specs/pipeline-queries.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { nameKey } from '../../names/model.ts';
import { forget } from '../../names/namespace-mutations.ts';
import { RemovalDialog } from '../../names/removal-panel.tsx';
import { useOffers, useReachable, useScope } from '../../session/queries.ts';
import { fullName, type NamespaceRef, specUses } from '../model.ts';
import { deleteNamespaceMutation } from '../mutations.ts';

interface DeleteNamespaceDialogProps {
	readonly namespace: NamespaceRef;
	readonly onClose: () => void;
}

export function DeleteNamespaceDialog({ namespace: ref, onClose }: DeleteNamespaceDialogProps) {
	const { owner, namespace } = ref;
	const full = fullName(ref);
	const scope = useScope();
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	const [typed, setTyped] = useState('');
	const isUnavailable = useReachable() === false;
	const shares = useQuery({ ...sharesQuery(owner, namespace), enabled: useOffers(listShares) });
	const specs = useQuery(buildSpecsQuery);
	const { query: runs, targets } = useSpecTargets(specs.data?.items);
	const uses = specUses(specs.data?.items ?? [], ref, targets ?? new Map());
	return (
		<RemovalDialog
			mutation={deleteNamespaceMutation(queryClient)}
			input={{ namespace: { username: owner, namespace } }}
			onClose={onClose}
			onRemoved={() => {
				void forget(scope, [nameKey(ref)]);
				forgetRecentPages(scope, paths.namespace(owner, namespace));
				void navigate(paths.namespaces(), { replace: true });
			}}
			title="Delete this namespace?"
			confirmLabel="Delete namespace"
			unready={typed !== full || isUnavailable}
		>
			<p>
				This deletes <code>{full}</code> and its shares, settings and ingestion history. You can’t undo this.
			</p>
			<PropertyList size="ui" mb={3}>
				{shares.data !== undefined && (
					<Property name="Shares">
						{shares.data.length === 0 ? 'None' : `${countOf(shares.data.length, 'person', 'people')} will lose access.`}
					</Property>
				)}
				<Property name="BuildSpecs">
					{specs.isPending || runs.isLoading
						? 'Loading…'
						: specs.data === undefined || targets === undefined
							? 'Unknown'
							: uses.length === 0
								? 'None of your BuildSpecs'
								: uses.length === 1
									? 'One of your BuildSpecs uses this namespace and will fail.'
									: `${formatCount(uses.length)} of your BuildSpecs use this namespace and will fail.`}
				</Property>
			</PropertyList>
			<Muted component="p" size="ui">
				{othersMayUse('namespace')}
			</Muted>
			<ConfirmationField word={full} value={typed} onChange={setTyped} error={isUnavailable ? notResponding() : null} />
		</RemovalDialog>
	);
}
