import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { listNamespaces } from '#contract/namespace.ts';
import type { TokenPermissions } from '#contract/token.ts';
import { Box } from '../../ui/primitives/layout.tsx';
import { Section } from '../../ui/primitives/section.tsx';
import { Prose } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { readCoordinate } from '../names/model.ts';
import { namespacesQuery, useKnownDatasets } from '../names/queries.ts';
import { useOffers, useScope } from '../session/queries.ts';
import { accessText, any, entryText, matrixOf, type RoleIn, restrictedText } from './model.ts';
import { TokenMatrix } from './token-matrix.tsx';
import { TokenQuestion } from './token-question.tsx';

interface TokenRightsProps {
	readonly permissions: TokenPermissions;
	/** It is the token that this browser uses: what is listed is what it lets through. */
	readonly isOwn: boolean;
}

/** What a token may do: in a sentence, entry by entry, as a matrix, and for any dataset that is asked about. */
export function TokenRights({ permissions, isOwn }: TokenRightsProps) {
	const { user } = useScope();
	const known = useKnown();
	const roleIn = useRoles();
	const matrix = useMemo(() => matrixOf(permissions, known), [permissions, known]);
	return (
		<>
			<Section title={isOwn ? `Your permissions as ${user}` : 'Permissions'} label="Permissions">
				<Prose>
					<StateChip tone={permissions.restricted ? 'warning' : 'neutral'}>
						{permissions.restricted ? 'restricted' : 'not restricted'}
					</StateChip>{' '}
					{restrictedText(permissions.restricted, user)}
				</Prose>
				{permissions.restricted && (
					<Box component="ol" my={0} pl={5} aria-label="Entries">
						{permissions.permissions.map((permission, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: entries are known by their position
							<li key={index}>
								<code>{entryText(permission)}</code>: {accessText(permission.access)}
							</li>
						))}
					</Box>
				)}
			</Section>
			<TokenQuestion permissions={permissions} known={known} roleIn={roleIn} />
			<TokenMatrix groups={matrix} permissions={permissions} roleIn={roleIn} />
		</>
	);
}

/** Datasets that the service lists or that were seen. */
function useKnown(): readonly DatasetCoordinate[] {
	const texts = useKnownDatasets(true);
	return useMemo(() => texts.flatMap((text) => readCoordinate(text, '').coordinate ?? []), [texts]);
}

function useRoles(): RoleIn {
	const { user } = useScope();
	const { data } = useQuery({ ...namespacesQuery, enabled: useOffers(listNamespaces) });
	return useMemo(() => {
		const roles = new Map(data?.items.map((item) => [foldName(`${item.username}/${item.namespace}`), item.role]));
		return (owner, namespace) =>
			roles.get(foldName(`${owner}/${namespace}`)) ??
			// One's own may be yet to come; of others' the list has all that one may see.
			(foldName(owner) === foldName(user)
				? 'owner'
				: data === undefined || [owner, namespace].includes(any)
					? null
					: 'none');
	}, [data, user]);
}
