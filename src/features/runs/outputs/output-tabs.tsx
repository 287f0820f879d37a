import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

interface OutputTabsProps<Item> {
	readonly items: readonly Item[];
	readonly current: Item;
	readonly onChange: (item: Item) => void;
	/** What a tab says besides the output's name. */
	readonly mark?: (item: Item) => ReactNode;
}

/** A tab for each of several outputs. */
export function OutputTabs<Item extends { readonly name: string }>(props: OutputTabsProps<Item>) {
	const { items, current, onChange, mark } = props;
	if (items.length < 2) return null;
	return (
		<Tabs
			value={current.name}
			onChange={(name) => {
				const chosen = items.find((item) => item.name === name);
				if (chosen !== undefined) onChange(chosen);
			}}
		>
			<Tabs.List aria-label="Outputs">
				{items.map((item) => (
					<Tabs.Tab key={item.name} value={item.name} aria-controls={undefined}>
						{item.name}
						{mark?.(item)}
					</Tabs.Tab>
				))}
			</Tabs.List>
		</Tabs>
	);
}
