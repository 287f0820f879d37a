import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { listNamespaces } from '#contract/namespace.ts';
import type { TokenPermissions } from '#contract/token.ts';
import { Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Prose } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { namespacesQuery, useKnownDatasets } from '../names/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import classes from './access.module.css';
import { accessWords, any, entryPlace, matrixOf, type RoleIn, restrictedWords } from './model.ts';
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
			<Stack component="section" gap={3} mb={5} aria-label="What it may do">
				<SectionHeader size="large">{isOwn ? `What you may do here, as ${user}` : 'What it may do'}</SectionHeader>
				<Prose>
					<StateChip tone={permissions.restricted ? 'warning' : 'neutral'}>
						{permissions.restricted ? 'restricted' : 'not restricted'}
					</StateChip>{' '}
					{restrictedWords(permissions.restricted, user)}
				</Prose>
				{permissions.restricted && (
					<ol className={classes.entries} aria-label="Entries">
						{permissions.permissions.map((it, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: entries are known by their place
							<li key={index}>
								<code>{entryPlace(it)}</code>: {accessWords(it.access)}
							</li>
						))}
					</ol>
				)}
			</Stack>
			<TokenQuestion permissions={permissions} known={known} roleIn={roleIn} />
			<TokenMatrix groups={matrix} permissions={permissions} roleIn={roleIn} />
		</>
	);
}

/** Datasets that the service lists or that were seen. */
function useKnown(): readonly DatasetCoordinate[] {
	const texts = useKnownDatasets(true);
	return useMemo(
		() =>
			texts.flatMap((text) => {
				const [owner, namespace, datasetName] = text.split('/');
				return owner === undefined || namespace === undefined || datasetName === undefined
					? []
					: [{ owner, namespace, datasetName }];
			}),
		[texts],
	);
}

function useRoles(): RoleIn {
	const { user } = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const { data } = useQuery({ ...namespacesQuery, enabled: offers(description, listNamespaces) });
	return useMemo(() => {
		const roles = new Map(data?.items.map((it) => [foldName(`${it.username}/${it.namespace}`), it.role]));
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
