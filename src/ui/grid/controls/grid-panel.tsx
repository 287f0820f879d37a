import { useId } from 'react';
import { PopoverPanel } from '../../popover-panel.tsx';
import { ColumnsPanel, type ColumnsPanelProps } from './columns-panel.tsx';
import { ExportPanel, type ExportPanelProps } from './export-panel.tsx';
import { FilterEditor, type FilterEditorProps } from './filter-editor.tsx';

export type OpenPanel =
	| { readonly kind: 'columns'; readonly props: ColumnsPanelProps }
	| { readonly kind: 'export'; readonly props: ExportPanelProps }
	| { readonly kind: 'filter'; readonly props: FilterEditorProps };

interface GridPanelProps {
	/** What it stands at. */
	readonly target: { readonly current: HTMLElement | null };
	readonly panel: OpenPanel;
	readonly onClose: () => void;
}

const labels = { columns: 'Columns', export: 'Export', filter: 'Filter' } as const;

/** What a tool of the grid opens. */
export function GridPanel({ target, panel, onClose }: GridPanelProps) {
	const id = useId();
	return (
		<PopoverPanel
			id={id}
			label={labels[panel.kind]}
			target={target}
			opened
			onChange={(opened) => {
				if (!opened) onClose();
			}}
			position={panel.kind === 'filter' ? 'bottom-start' : 'bottom-end'}
			width={panel.kind === 'columns' ? 340 : 300}
		>
			{panel.kind === 'columns' && <ColumnsPanel {...panel.props} />}
			{panel.kind === 'export' && <ExportPanel {...panel.props} />}
			{panel.kind === 'filter' && <FilterEditor {...panel.props} />}
		</PopoverPanel>
	);
}
