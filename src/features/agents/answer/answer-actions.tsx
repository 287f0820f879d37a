import { Button } from '@mantine/core';
import { IconSchema, IconTerminal2, type TablerIcon } from '@tabler/icons-react';
import { startScratchRun } from '#contract/build-run.ts';
import { createBuildSpec } from '#contract/build-spec.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { CopyTextButton } from '../../../ui/text/copy-button.tsx';
import { useSessionStore } from '../../session/model.ts';
import { useOffers } from '../../session/queries.ts';
import type { Turn } from '../conversation.ts';
import { turnMarkdown } from './turn-markdown.ts';
import { useOpenQuery } from './use-open-query.ts';

interface AnswerActionsProps {
	readonly turn: Turn;
	readonly query: string | null;
}

export function AnswerActions({ turn, query }: AnswerActionsProps) {
	// A recorded conversation is shown without a service and a session.
	const signedIn = useSessionStore(({ session }) => session !== null);
	return (
		<Inline gap={1} component="fieldset" aria-label="Use this answer" style={{ border: 0, padding: 0, margin: 0 }}>
			{signedIn && query !== null && <OpenButtons query={query} />}
			<CopyTextButton isSmall text={() => turnMarkdown(turn)}>
				Copy as Markdown
			</CopyTextButton>
		</Inline>
	);
}

function OpenButtons({ query }: { readonly query: string }) {
	const { asWorksheet, asBuildSpec, problem } = useOpenQuery();
	const canQuery = useOffers(startScratchRun);
	const canCreate = useOffers(createBuildSpec);
	return (
		<>
			{canQuery && (
				<OpenButton icon={IconTerminal2} onClick={() => asWorksheet(query)}>
					Open as worksheet
				</OpenButton>
			)}
			{canCreate && (
				<OpenButton icon={IconSchema} onClick={() => asBuildSpec(query)}>
					Open as BuildSpec
				</OpenButton>
			)}
			{problem !== null && (
				<Text role="alert" tone="error" size="small">
					{problem}
				</Text>
			)}
		</>
	);
}

interface OpenButtonProps {
	readonly icon: TablerIcon;
	readonly onClick: () => void;
	readonly children: string;
}

const OpenButton = ({ icon: Icon, ...props }: OpenButtonProps) => (
	<Button variant="subtle" size="compact-xs" leftSection={<Icon size={14} aria-hidden="true" />} {...props} />
);
