import { Button } from '@mantine/core';
import { IconCopy, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { deleteLink, type LinkEnd, type ListedLink } from '#contract/link.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useOffers } from '../../session/queries.ts';
import { MatchMark } from '../link-parts.tsx';
import { coordinateOf, endText, linkName, writeOptions } from '../model.ts';
import { deleteLinkMutation } from '../mutations.ts';
import { TrialView } from '../trial/trial-view.tsx';
import { useTrial } from '../trial/use-trial.ts';
import classes from './links.module.css';

export function LinkDetails({ link, onClose }: { link: ListedLink; onClose: () => void }) {
	const canDelete = useOffers(deleteLink);
	const [asking, setAsking] = useState(false);
	const deleting = useMutation(deleteLinkMutation);
	const { from, to, matchType, options } = link;
	const hasOptions = Object.keys(options).length > 0;
	const asNew = { from, to, matchType, ...(hasOptions ? { options } : {}) };
	const trial = useTrial(asNew);
	const title = useRef<HTMLHeadingElement>(null);
	useEffect(() => title.current?.focus(), []);
	return (
		<Stack component="aside" gap={3} scroll className={classes.details} aria-label="Link details">
			<Inline component="header" gap={2} nowrap align="start" justify="between">
				<SectionHeader ref={title} tabIndex={-1} mono breaks style={{ outline: 'none' }}>
					<End end={from} /> → <End end={to} />
				</SectionHeader>
				<IconButton label="Close" icon={IconX} onClick={onClose} />
			</Inline>
			<Inline component="p" gap={[2, 4]} tone="muted">
				<MatchMark type={matchType} />
				<span>
					created <RelativeTime iso={link.createdAt} />
				</span>
			</Inline>
			{hasOptions && (
				<Box component="pre" rigid boxed px={3} py={2} className={classes.options} tabIndex={0}>
					{JSON.stringify(options, null, 2)}
				</Box>
			)}
			<Inline gap={2} tone="muted">
				<Button
					component={Link}
					variant="default"
					leftSection={<IconCopy size={16} aria-hidden />}
					to={paths.newLink({
						from: endText(from),
						to: endText(to),
						match: matchType,
						options: writeOptions(options),
					})}
				>
					Open in link builder
				</Button>
				{canDelete && (
					<Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking(true)}>
						Delete link…
					</Button>
				)}
			</Inline>
			<TrialView link={asNew} trial={trial} />
			<ConfirmDialog
				opened={asking}
				onClose={() => {
					setAsking(false);
					deleting.reset();
				}}
				title="Delete this link?"
				confirmLabel="Delete link"
				tone="danger"
				pending={deleting.isPending}
				error={deleting.error === null ? null : errorFacts(deleting.error)}
				onConfirm={() => deleting.mutate(link.id, { onSuccess: onClose })}
			>
				<p>
					This deletes <code>{linkName(link)}</code>. Agents will no longer use the link. Neither dataset changes.
				</p>
			</ConfirmDialog>
		</Stack>
	);
}

const End = ({ end }: { end: LinkEnd }) => (
	<Link to={paths.dataset(coordinateOf(end), 'links')}>
		{end.namespace}/{end.dataset}.<wbr />
		{end.columnName}
	</Link>
);
