import { Button, FileButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { visibleText } from '../../../lib/visible-text.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { ExchangeView } from '../answer/exchange-view.tsx';
import { leafUnder, threadOf } from '../thread.ts';
import { type Recorded, readRecord } from './record-file.ts';

export function ReplayPage() {
	const [record, setRecord] = useState<Recorded | null>(null);
	/** Last turn of the shown thread; null: the newest. */
	const [leaf, setLeaf] = useState<string | null>(null);
	const opening = useMutation({
		mutationFn: readRecord,
		onSuccess: (read) => {
			setRecord(read);
			setLeaf(null);
		},
	});
	const open = (file: File | null | undefined) => {
		if (file) opening.mutate(file);
	};
	useWindowEvent('dragover', (event) => event.preventDefault());
	useWindowEvent('drop', (event) => {
		event.preventDefault();
		open(event.dataTransfer?.files[0]);
	});
	return (
		<Box component="main" style={{ height: '100%' }}>
			<PageFrame
				title="Replay recording"
				fill
				actions={
					<>
						<FileButton accept="application/json,.json" onChange={open}>
							{(props) => (
								<Button {...props} leftSection={<IconFileImport size={16} aria-hidden="true" />}>
									Open recording
								</Button>
							)}
						</FileButton>
						<Button component={Link} to={paths.agents()} variant="default">
							Go to Agents
						</Button>
					</>
				}
			>
				{opening.isError && (
					<Notice tone="error" title="Couldn’t open the recording">
						{opening.error.message}
					</Notice>
				)}
				{record === null ? (
					<EmptyState title="No recording open">
						Open or drop a recording that was exported from a conversation. It stays in this browser and isn’t uploaded.
					</EmptyState>
				) : (
					<>
						<Muted my={1} component="p" size="small">
							{visibleText(record.title)} · recorded {new Date(record.createdAt).toLocaleString()} from{' '}
							{visibleText(record.service)}
						</Muted>
						<Stack gap={4} fill scroll pb={4}>
							{threadOf(record.turns, leaf).map((exchange) => (
								<ExchangeView
									key={exchange.turns[0].after ?? ''}
									exchange={exchange}
									isLast={false}
									onBranch={(id) => setLeaf(leafUnder(record.turns, id))}
								/>
							))}
						</Stack>
					</>
				)}
			</PageFrame>
		</Box>
	);
}
