import { Autocomplete, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { TokenPermissions } from '#contract/token.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Notice } from '../../ui/states.tsx';
import { useScope } from '../session/queries.ts';
import classes from './access.module.css';
import { type Access, decide, explain, type RoleIn, readCoordinate, roleAllows } from './model.ts';

interface TokenQuestionProps {
	readonly permissions: TokenPermissions;
	readonly known: readonly DatasetCoordinate[];
	readonly roleIn: RoleIn;
}

/** "May this token read X?", answered with what decides. */
export function TokenQuestion({ permissions, known, roleIn }: TokenQuestionProps) {
	const { user } = useScope();
	const [text, setText] = useState('');
	const [access, setAccess] = useState<Access>('read');
	const asked = text.trim() === '' ? null : readCoordinate(text, user);
	return (
		<Stack component="section" gap={3} mb={5} aria-label="May it?">
			<SectionHeader size="large">May it…</SectionHeader>
			<Inline gap={[2, 3]} align="end">
				<NativeSelect
					aria-label="Access"
					value={access}
					data={['read', 'write']}
					onChange={(event) => setAccess(event.currentTarget.value === 'write' ? 'write' : 'read')}
				/>
				<Autocomplete
					aria-label="Dataset"
					className={classes.long ?? ''}
					placeholder="owner/namespace/dataset"
					data={known.map(formatCoordinate)}
					limit={50}
					value={text}
					onChange={setText}
					error={typeof asked === 'string' && text.split('/').length > 2 ? asked : null}
				/>
			</Inline>
			{asked !== null && typeof asked !== 'string' && (
				<Answer permissions={permissions} access={access} coordinate={asked} roleIn={roleIn} />
			)}
		</Stack>
	);
}

interface AnswerProps {
	readonly permissions: TokenPermissions;
	readonly access: Access;
	readonly coordinate: DatasetCoordinate;
	readonly roleIn: RoleIn;
}

function Answer({ permissions, access, coordinate, roleIn }: AnswerProps) {
	const { user } = useScope();
	const decision = decide(permissions, access, coordinate);
	const role = roleIn(coordinate.owner, coordinate.namespace);
	const may = roleAllows(role, access);
	const what = `${access} ${formatCoordinate(coordinate)}`;
	const why = explain(permissions, decision);
	if (decision.allowed === false) {
		return (
			<Notice tone="warning" title={`No, it may not ${what}`}>
				{why}
			</Notice>
		);
	}
	if (may === false) {
		return (
			<Notice tone="warning" title={`No, it may not ${what}`}>
				{decision.by === 'unrestricted' ? '' : `${why} `}
				{user} {role === 'viewer' ? 'has viewer access only to' : 'has no access to'} {coordinate.owner}/
				{coordinate.namespace}, and a token never has more access than its user.
			</Notice>
		);
	}
	if (decision.allowed === null) {
		return (
			<Notice tone="info" title={`Whether it may ${what} is not told`}>
				{why}
			</Notice>
		);
	}
	return (
		<Notice
			tone={may === null ? 'info' : 'success'}
			title={may === null ? `It may ${what} if ${user} has access` : `Yes, it may ${what}`}
		>
			{why}
			{may === null && ` What ${user} may do in ${coordinate.owner}/${coordinate.namespace} is not known here.`}
		</Notice>
	);
}
