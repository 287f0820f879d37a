import { Menu, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Scope } from '../../../storage/web-storage.ts';
import { useFocusBack } from '../../../ui/dialog/use-focus-back.ts';
import { dangerColor } from '../../../ui/menu/menu-entry.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { explainScratchName } from '../draft-ids.ts';

interface ScratchMenuProps {
	readonly name: string;
	readonly names: readonly string[];
	readonly scope: Scope;
	readonly onOpen: (name: string) => void;
	readonly onNew: () => void;
	readonly onRename: (to: string) => void;
	/** Null where there is nothing to discard. */
	readonly onDiscard: (() => void) | null;
}

export function ScratchMenu({ name, names, scope, onOpen, onNew, onRename, onDiscard }: ScratchMenuProps) {
	const [renaming, setRenaming] = useState(false);
	return (
		<>
			<Menu position="bottom-end">
				<Menu.Target>
					<IconButton variant="default" size="lg" label="More" icon={IconDots} />
				</Menu.Target>
				<Menu.Dropdown>
					{names.map((value) => (
						<Menu.Item
							key={value}
							leftSection={
								value === name ? (
									<IconCheck size={16} aria-label="shown" />
								) : (
									<Box component="span" style={{ display: 'inline-block', width: 16 }} />
								)
							}
							onClick={() => onOpen(value)}
						>
							{value}
						</Menu.Item>
					))}
					{names.length > 0 && <Menu.Divider />}
					<Menu.Item leftSection={<IconPlus size={16} />} onClick={onNew}>
						New scratch query
					</Menu.Item>
					{onDiscard !== null && (
						<>
							<Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setRenaming(true)}>
								Rename…
							</Menu.Item>
							<Menu.Item color={dangerColor} leftSection={<IconTrash size={16} />} onClick={onDiscard}>
								Discard {name}
							</Menu.Item>
						</>
					)}
				</Menu.Dropdown>
			</Menu>
			{renaming && <RenameDialog name={name} scope={scope} onClose={() => setRenaming(false)} onRename={onRename} />}
		</>
	);
}

type RenameDialogProps = Pick<ScratchMenuProps, 'name' | 'scope' | 'onRename'> & { readonly onClose: () => void };

function RenameDialog({ name, scope, onClose, onRename }: RenameDialogProps) {
	useFocusBack();
	const form = useForm({
		initialValues: { to: name },
		validate: { to: (to) => (to.trim() === name ? null : explainScratchName(to.trim(), scope)) },
	});
	const submit = form.onSubmit(({ to }) => {
		onClose();
		if (to.trim() !== name) onRename(to.trim());
	});
	return (
		<FormDialog title={`Rename ${name}`} submitLabel="Rename scratch query" onClose={onClose} onSubmit={submit}>
			<TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('to')} />
		</FormDialog>
	);
}
