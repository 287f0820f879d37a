import { TextInput } from '@mantine/core';
import {
	IconBroadcast,
	IconDots,
	IconFileExport,
	IconMarkdown,
	IconPencil,
	IconPlayerPlay,
	IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { paths } from '../../../routing/paths.ts';
import { keepConversation, removeConversation } from '../../../storage/conversations.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { useScope } from '../../session/queries.ts';
import { stop, turnNow, useLive } from '../live.ts';
import { conversationKeys, conversationQuery } from '../queries.ts';
import { makeRecord, toMarkdown } from '../replay/record-file.ts';
import { mergeTurns } from '../thread.ts';

const wire = lazyPart(() => import('../wire/wire-view.tsx'), 'WireView');

export function ConversationMenu({ id }: { id: string }) {
	const scope = useScope();
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const { data: conversation } = useQuery(conversationQuery(scope, id));
	const [dialog, setDialog] = useState<'rename' | 'delete' | 'wire' | null>(null);
	const [title, setTitle] = useState('');
	const menu = useRef<HTMLSpanElement>(null);
	if (conversation === undefined || conversation === null) return null;
	const { mark, turns } = conversation;
	const all = () => mergeTurns(turns, useLive.getState().begun, id).map(turnNow);
	const close = () => {
		setDialog(null);
		// The menu's entry, from which the dialog was opened, is gone.
		menu.current?.querySelector('button')?.focus();
	};
	const exportRecord = async () => {
		const record = await makeRecord(scope, id);
		if (record !== null) saveFile(`${fileNameOf(mark.title)}.json`, record);
	};
	const rename = async () => {
		const next = { ...mark, title: title.trim() || mark.title };
		await keepConversation(scope, next);
		queryClient.setQueryData(conversationKeys.one(scope, id), { mark: next, turns });
		await queryClient.invalidateQueries({ queryKey: conversationKeys.list(scope) });
		close();
	};
	const remove = async () => {
		for (const turn of all()) stop(turn.id);
		await removeConversation(scope, id);
		await queryClient.invalidateQueries({ queryKey: conversationKeys.list(scope) });
		void navigate(paths.agents());
		queryClient.removeQueries({ queryKey: conversationKeys.one(scope, id) });
	};
	return (
		<>
			<span ref={menu}>
				<MenuButton
					label="More for this conversation"
					icon={<IconDots size={18} aria-hidden="true" />}
					size="lg"
					entries={[
						{
							label: 'Rename…',
							icon: IconPencil,
							onClick: () => {
								setTitle(mark.title);
								setDialog('rename');
							},
						},
						{ label: 'Wire view', icon: IconBroadcast, onClick: () => setDialog('wire') },
						{
							label: 'Export as Markdown',
							icon: IconMarkdown,
							onClick: () => saveFile(`${fileNameOf(mark.title)}.md`, toMarkdown(mark, all())),
						},
						{ label: 'Export as a record', icon: IconFileExport, onClick: () => void exportRecord() },
						{ label: 'Replay a record', icon: IconPlayerPlay, to: paths.replay() },
						{ label: 'Delete…', icon: IconTrash, danger: true, onClick: () => setDialog('delete') },
					]}
				/>
			</span>
			{dialog === 'wire' && <LazyPart part={wire} props={{ turns: all(), onClose: close }} onMissing={close} />}
			{dialog === 'rename' && (
				<FormDialog
					title="Rename this conversation"
					submitLabel="Rename conversation"
					onSubmit={() => void rename()}
					onClose={close}
				>
					<TextInput
						label="Title"
						value={title}
						data-autofocus
						onChange={(event) => setTitle(event.currentTarget.value)}
					/>
				</FormDialog>
			)}
			<ConfirmDialog
				opened={dialog === 'delete'}
				onClose={close}
				title="Delete this conversation?"
				confirmLabel="Delete conversation"
				tone="danger"
				onConfirm={() => void remove()}
			>
				<p>
					“{mark.title}” is kept in this browser only. Its questions, answers and frames are gone afterwards; datasets
					and BuildSpecs stay as they are.
				</p>
			</ConfirmDialog>
		</>
	);
}
