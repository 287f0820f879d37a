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
	/** Whether this browser uses the token, so that lists show only what it allows. */
	readonly isOwn: boolean;
}

/** A token's rights: in a sentence, by entry, as a matrix, and for any dataset the user asks about. */
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
						{permissions.restricted ? 'Restricted' : 'Not restricted'}
					</StateChip>{' '}
					{restrictedText(permissions.restricted, user)}
				</Prose>
				{permissions.restricted && (
					<Box component="ol" my={0} pl={5} aria-label="Entries">
						{permissions.permissions.map((permission, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: entries are identified by position
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

/** Datasets that are listed or were discovered. */
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
			// Users may still create this dataset if it's theirs; of other owners, the list has all visible datasets.
			(foldName(owner) === foldName(user)
				? 'owner'
				: data === undefined || [owner, namespace].includes(any)
					? null
					: 'none');
	}, [data, user]);
}
