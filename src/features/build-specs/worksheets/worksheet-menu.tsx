import { Menu, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Scope } from '../../../storage/web-storage.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { dangerColor } from '../../../ui/menu/menu-entry.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { explainWorksheetName } from '../draft-ids.ts';

interface WorksheetMenuProps {
	readonly name: string;
	readonly scope: Scope;
	/** Whether it's stored; empty worksheets can't be renamed, exported or deleted. */
	readonly isKept: boolean;
	readonly onRename: (to: string) => void;
	readonly onExport: () => void;
	readonly onDelete: () => void;
}

export function WorksheetMenu({ name, scope, isKept, onRename, onExport, onDelete }: WorksheetMenuProps) {
	const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
	const close = () => setAsking(null);
	return (
		<>
			<Menu position="bottom-end">
				<Menu.Target>
					<IconButton variant="default" size="lg" label="Actions for this worksheet" icon={IconDots} />
				</Menu.Target>
				<Menu.Dropdown>
					<Menu.Item disabled={!isKept} leftSection={<IconPencil size={16} />} onClick={() => setAsking('rename')}>
						Rename…
					</Menu.Item>
					<Menu.Item disabled={!isKept} leftSection={<IconDownload size={16} />} onClick={onExport}>
						Download as .sql
					</Menu.Item>
					<Menu.Divider />
					<Menu.Item
						disabled={!isKept}
						color={dangerColor}
						leftSection={<IconTrash size={16} />}
						onClick={() => setAsking('delete')}
					>
						Delete…
					</Menu.Item>
				</Menu.Dropdown>
			</Menu>
			{asking === 'rename' && <RenameDialog name={name} scope={scope} onClose={close} onRename={onRename} />}
			<ConfirmDialog
				opened={asking === 'delete'}
				title={`Delete worksheet ${name}?`}
				confirmLabel="Delete worksheet"
				tone="danger"
				onClose={close}
				onConfirm={() => {
					close();
					onDelete();
				}}
			>
				<p>This deletes the worksheet’s code and history from this browser. You can’t undo this.</p>
			</ConfirmDialog>
		</>
	);
}

type RenameDialogProps = Pick<WorksheetMenuProps, 'name' | 'scope' | 'onRename'> & { readonly onClose: () => void };

function RenameDialog({ name, scope, onClose, onRename }: RenameDialogProps) {
	const form = useForm({
		initialValues: { to: name },
		validate: { to: (to) => (to.trim() === name ? null : explainWorksheetName(to.trim(), scope)) },
	});
	const submit = form.onSubmit(({ to }) => {
		onClose();
		if (to.trim() !== name) onRename(to.trim());
	});
	return (
		<FormDialog title={`Rename worksheet ${name}`} submitLabel="Rename worksheet" onClose={onClose} onSubmit={submit}>
			<TextInput
				label="Name"
				description="Use slashes for folders, such as reports/daily."
				autoComplete="off"
				data-autofocus
				{...form.getInputProps('to')}
			/>
		</FormDialog>
	);
}
