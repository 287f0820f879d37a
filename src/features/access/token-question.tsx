import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { type DatasetCoordinate, formatCoordinate, splitNames } from '#contract/dataset.ts';
import type { TokenPermissions } from '#contract/token.ts';
import { Choice } from '../../ui/primitives/choice.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Section } from '../../ui/primitives/section.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { readCoordinate } from '../names/model.ts';
import { useScope } from '../session/queries.ts';
import { type Access, decide, explain, type RoleIn, roleAllows } from './model.ts';

interface TokenQuestionProps {
	readonly permissions: TokenPermissions;
	readonly known: readonly DatasetCoordinate[];
	readonly roleIn: RoleIn;
}

/** Answers "May this token read X?", with the reason. */
export function TokenQuestion({ permissions, known, roleIn }: TokenQuestionProps) {
	const { user } = useScope();
	const [text, setText] = useState('');
	const [access, setAccess] = useState<Access>('read');
	const { coordinate, problem } = readCoordinate(text, user);
	return (
		<Section title="Check access" label="Check access">
			<Inline gap={[2, 3]} align="end">
				<Choice
					aria-label="Access"
					value={access}
					data={['read', 'write']}
					onChange={(value) => setAccess(value === 'write' ? 'write' : 'read')}
				/>
				<Autocomplete
					aria-label="Dataset"
					flex="1 1 20rem"
					maw="30rem"
					placeholder="owner/namespace/dataset"
					data={[...new Set(known.map(formatCoordinate))]}
					limit={50}
					value={text}
					onChange={setText}
					error={splitNames(text).length > 2 ? problem : null}
				/>
			</Inline>
			{coordinate !== null && (
				<Answer permissions={permissions} access={access} coordinate={coordinate} roleIn={roleIn} />
			)}
		</Section>
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
	const what = `${access === 'write' ? 'write to' : 'read'} ${formatCoordinate(coordinate)}`;
	const why = explain(permissions, decision);
	const where = `${coordinate.owner}/${coordinate.namespace}`;
	const notice = (tone: 'info' | 'warning' | 'success', title: string, text: string) => (
		<Notice tone={tone} title={title}>
			{text}
		</Notice>
	);
	if (decision.allowed === false) return notice('warning', `No, this token can’t ${what}`, why);
	if (may === false) {
		const entry = decision.by === 'unrestricted' ? '' : `${why} `;
		const access = role === 'viewer' ? 'is only a viewer of' : 'has no access to';
		const text = `${entry}${user} ${access} ${where}, and a token never has more access than its user.`;
		return notice('warning', `No, this token can’t ${what}`, text);
	}
	if (decision.allowed === null) return notice('info', `Can’t tell whether this token can ${what}`, why);
	if (may === true) return notice('success', `Yes, this token can ${what}`, why);
	return notice(
		'info',
		`This token can ${what} if ${user} has access`,
		`${why} The console doesn’t know what access ${user} has to ${where}.`,
	);
}
