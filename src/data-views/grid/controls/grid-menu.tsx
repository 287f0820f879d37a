import { Menu } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { ExistingTarget } from '../../../ui/menu/existing-target.tsx';
import { Text } from '../../../ui/primitives/text.tsx';

export interface GridMenuEntry {
	readonly label: string;
	readonly icon: TablerIcon;
	readonly onClick: () => void;
	readonly keys?: string;
}

export interface GridMenuProps {
	readonly label: string;
	readonly at: { readonly x: number; readonly y: number };
	readonly groups: readonly (readonly GridMenuEntry[])[];
	readonly onClose: () => void;
}

const outsideEvents = ['mousedown', 'touchstart'];

export function GridMenu({ label, at, groups, onClose }: GridMenuProps) {
	const anchor = useRef<HTMLSpanElement>(null);
	return (
		<>
			<span ref={anchor} style={{ position: 'fixed', left: at.x, top: at.y }} />
			<Menu
				opened
				position="bottom-start"
				offset={2}
				returnFocus={false}
				// The key that opens it reaches the document after rendering and mustn't count as a press outside.
				clickOutsideEvents={outsideEvents}
				onChange={(opened) => {
					if (!opened) onClose();
				}}
			>
				<Menu.Target>
					<ExistingTarget element={anchor} />
				</Menu.Target>
				<Menu.Dropdown aria-label={label} miw="13rem">
					{groups
						.filter((group) => group.length > 0)
						.map((group, index) => (
							<Fragment key={group[0]?.label}>
								{index > 0 && <Menu.Divider role="separator" />}
								{group.map(({ label: words, icon: Icon, onClick, keys }, at) => (
									<Menu.Item
										key={words}
										data-autofocus={(index === 0 && at === 0) || undefined}
										leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
										rightSection={keys === undefined ? undefined : <Text size="small">{keys}</Text>}
										onClick={onClick}
									>
										{words}
									</Menu.Item>
								))}
							</Fragment>
						))}
				</Menu.Dropdown>
			</Menu>
		</>
	);
}
