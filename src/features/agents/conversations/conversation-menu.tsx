import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
	IconBroadcast,
	IconDots,
	IconFileExport,
	IconMarkdown,
	IconPencil,
	IconPlayerPlay,
	IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorFacts } from '../../../api/error-facts.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { paths } from '../../../routing/paths.ts';
import { keepConversation, removeConversation, sayConversationChanged } from '../../../storage/conversations.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
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
	const form = useForm({ initialValues: { title: '' } });
	const menu = useRef<HTMLSpanElement>(null);
	const all = () => mergeTurns(conversation?.turns ?? [], useLive.getState().begun, id).map(turnNow);
	const close = () => {
		setDialog(null);
		// The menu item that opened the dialog is gone.
		menu.current?.querySelector('button')?.focus();
	};
	type Conversation = NonNullable<typeof conversation>;
	const sayChanged = () => sayConversationChanged({ service: scope.service, user: scope.user, id, asked: null });
	const listKey = { invalidates: [conversationKeys.list(scope)] };
	const renaming = useMutation({
		meta: listKey,
		mutationFn: async ({ mark, turns }: Conversation) => {
			const next = { ...mark, title: form.values.title.trim() || mark.title };
			await keepConversation(scope, next);
			queryClient.setQueryData(conversationKeys.one(scope, id), { mark: next, turns });
			sayChanged();
		},
		onSuccess: close,
	});
	const deleting = useMutation({
		meta: listKey,
		mutationFn: async () => {
			for (const turn of all()) stop(turn.id);
			await removeConversation(scope, id);
			sayChanged();
		},
		onSuccess: () => {
			void navigate(paths.agents());
			queryClient.removeQueries({ queryKey: conversationKeys.one(scope, id) });
		},
	});
	const exporting = useMutation({
		mutationFn: async ({ mark }: Conversation) => {
			const record = await makeRecord(scope, id);
			if (record !== null) saveFile(`${fileNameOf(mark.title)}.json`, record);
		},
	});
	if (conversation === undefined || conversation === null) return null;
	const { mark } = conversation;
	return (
		<>
			<span ref={menu}>
				<MenuButton
					label="Actions for this conversation"
					icon={<IconDots size={18} aria-hidden="true" />}
					size="lg"
					entries={[
						{
							label: 'Rename…',
							icon: IconPencil,
							onClick: () => {
								form.setValues({ title: mark.title });
								setDialog('rename');
							},
						},
						{ label: 'Protocol log', icon: IconBroadcast, onClick: () => setDialog('wire') },
						{
							label: 'Export as Markdown',
							icon: IconMarkdown,
							onClick: () => saveFile(`${fileNameOf(mark.title)}.md`, toMarkdown(mark, all())),
						},
						{ label: 'Export recording', icon: IconFileExport, onClick: () => exporting.mutate(conversation) },
						{ label: 'Replay recording', icon: IconPlayerPlay, to: paths.replay() },
						{ label: 'Delete…', icon: IconTrash, danger: true, onClick: () => setDialog('delete') },
					]}
				/>
			</span>
			{dialog === 'wire' && <LazyPart part={wire} props={{ turns: all(), onClose: close }} onMissing={close} />}
			{dialog === 'rename' && (
				<FormDialog
					title="Rename this conversation"
					submitLabel="Rename conversation"
					onSubmit={form.onSubmit(() => renaming.mutate(conversation))}
					pending={renaming.isPending}
					onClose={close}
				>
					<TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
					<QueryErrorPanel title="Couldn’t rename the conversation" query={renaming} />
				</FormDialog>
			)}
			{exporting.isError && (
				<Notice tone="error" title="Couldn’t export the recording">
					{errorFacts(exporting.error).message}
				</Notice>
			)}
			<ConfirmDialog
				opened={dialog === 'delete'}
				onClose={close}
				title="Delete this conversation?"
				confirmLabel="Delete conversation"
				tone="danger"
				onConfirm={() => deleting.mutate()}
				pending={deleting.isPending}
				error={deleting.isError ? errorFacts(deleting.error) : null}
			>
				<p>
					This deletes "{mark.title}" and its questions, answers and protocol log from this browser. Datasets and
					BuildSpecs aren’t affected.
				</p>
			</ConfirmDialog>
		</>
	);
}
