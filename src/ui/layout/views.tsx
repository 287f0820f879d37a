import { Tabs } from '@mantine/core';
import { memo, type ReactNode, useCallback, useId, useMemo } from 'react';
import { setOrDelete, useAddressEdit } from '../../lib/use-address-edit.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { Stack } from '../primitives/layout.tsx';

/** Several views of one thing, as tabs. */
export interface Viewing<View extends string> {
	readonly views: readonly View[];
	readonly view: View;
	readonly show: (view: View) => void;
	/** Links the tabs with their panel. */
	readonly id: string;
}

/**
 * The current view from the URL, or the first one if the URL has none that exists. Keep the list stable while
 * unchanged, because changing it rerenders the tabs.
 * @param only used if there are no views
 * @param name of the URL parameter
 * @param usual default view; the first if it doesn't exist
 */
export function useViews<View extends string>(
	views: readonly View[],
	only: View,
	name = 'view',
	usual: View | undefined = views[0],
): Viewing<View> {
	const id = useId();
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const unnamed = views.find((view) => view === usual) ?? views[0];
	const view = views.find((view) => view === params.get(name)) ?? unnamed ?? only;
	const show = useCallback(
		(next: View) => edit((address) => setOrDelete(address, name, next === unnamed ? null : next)),
		[edit, unnamed, name],
	);
	return useMemo(() => ({ views, view, show, id }), [views, view, show, id]);
}

interface ViewTabsProps<View extends string> {
	readonly viewing: Viewing<View>;
	readonly labels: Readonly<Record<View, string>>;
	/** Accessible name: what the views show. */
	readonly label?: string;
}

const scrolling = { overflowX: 'auto', scrollbarWidth: 'none' } as const;

/** If the tabs don't fit, scrolls the selected one to the center. */
function centerChosen(tab: HTMLElement | null): void {
	const strip = tab?.parentElement?.parentElement;
	if (strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}

export const ViewTabs = memo(Strip) as typeof Strip;

function Strip<View extends string>({ viewing, labels, label = 'Views' }: ViewTabsProps<View>) {
	const { views, view, show, id } = viewing;
	return (
		<Tabs
			id={id}
			value={view}
			onChange={(next) => {
				const found = views.find((view) => view === next);
				if (found !== undefined) show(found);
			}}
			miw={0}
			style={scrolling}
		>
			<Tabs.List aria-label={label}>
				{views.map((item) => (
					<Tabs.Tab
						key={item}
						value={item}
						id={tabId(id, item)}
						ref={item === view ? centerChosen : null}
						mih="2rem"
						px="sm"
						py="xs"
						aria-controls={item === view ? panelId(id) : undefined}
					>
						{labels[item]}
					</Tabs.Tab>
				))}
			</Tabs.List>
		</Tabs>
	);
}

export const ViewPanel = <View extends string>({
	viewing,
	children,
}: {
	viewing: Viewing<View>;
	children: ReactNode;
}) => (
	<Stack {...panelProps(viewing)} fill>
		{children}
	</Stack>
);

export const panelProps = <View extends string>({ id, view }: Viewing<View>) => ({
	role: 'tabpanel',
	id: panelId(id),
	'aria-labelledby': tabId(id, view),
});

const panelId = (id: string): string => `${id}-panel`;
const tabId = (id: string, view: string): string => `${id}-tab-${view}`;
