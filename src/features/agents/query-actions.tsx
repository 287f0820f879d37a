import { Button } from '@mantine/core';
import { IconSchema } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { createBuildSpec } from '#contract/build-spec.ts';
import { paths } from '../../routing/paths.ts';
import { keepNewDraft } from '../build-specs/mutations.ts';
import { offers, useSessionStore } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { sourcesIn } from './sources-in.ts';

interface QueryActionsProps {
	readonly agent: string;
	readonly query: string;
}

/** What can be done with a query of an answer. */
export function QueryActions(props: QueryActionsProps) {
	// A record is replayed without a service, and without a session.
	const signedIn = useSessionStore(({ session }) => session !== null);
	return signedIn ? <Actions {...props} /> : null;
}

function Actions({ agent, query }: QueryActionsProps) {
	const { data: description = null } = useQuery(descriptionQuery);
	const scope = useScope();
	const navigate = useNavigate();
	if (!offers(description, createBuildSpec)) return null;
	const open = () => {
		const from = keepNewDraft(scope, { payload: query, sources: sourcesIn(query), destination: '' });
		if (from !== null) void navigate(paths.newBuildSpec(from));
	};
	return (
		<Button
			variant="subtle"
			size="compact-xs"
			leftSection={<IconSchema size={14} aria-hidden="true" />}
			aria-label={`Open the query as a BuildSpec, from ${agent}`}
			onClick={open}
		>
			Open as BuildSpec
		</Button>
	);
}
