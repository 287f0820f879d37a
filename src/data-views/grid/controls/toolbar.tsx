import { ActionIcon, Button, type ButtonProps, type ElementProps } from '@mantine/core';
import {
	IconArrowDownToArc,
	IconColumns3,
	IconDots,
	IconFileExport,
	IconFilterPlus,
	IconSearch,
	IconX,
	type TablerIcon,
} from '@tabler/icons-react';
import { type Ref, useRef } from 'react';
import { keyName } from '../../../lib/browser/keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { type FilterTerm, filterProblem, type GridColumn } from '../../../rows/index.ts';
import { InPaneBar, useHasPaneBar } from '../../../ui/layout/pane-bar.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import classes from './controls.module.css';
import { filterLabel } from './filter-labels.ts';

export interface Tools {
	readonly find: (() => void) | undefined;
	readonly row: () => void;
	readonly columns: (target: HTMLElement | null) => void;
	readonly export: ((target: HTMLElement | null) => void) | undefined;
	/** Opens the editor for the filter at an index, or for a new one. */
	readonly filter: ((index: number | null, target: HTMLElement | null) => void) | undefined;
}

interface ToolbarProps {
	readonly tools: Tools;
	readonly onIntent: () => void;
}

export function Toolbar({ tools, onIntent }: ToolbarProps) {
	const hasPaneBar = useHasPaneBar();
	const end = useRef<HTMLDivElement>(null);
	const add = useRef<HTMLButtonElement>(null);
	const entries: [label: string, icon: TablerIcon, act: () => void, title: string][] = [];
	if (tools.find !== undefined)
		entries.push(['Find', IconSearch, tools.find, `Find in rows (${keyName('F')} in the grid)`]);
	entries.push(['Go to row', IconArrowDownToArc, tools.row, `Go to row (${keyName('G')} in the grid)`]);
	entries.push(['Columns', IconColumns3, () => tools.columns(end.current), 'Show, hide and pin columns']);
	const { export: write } = tools;
	if (write !== undefined) entries.push(['Export', IconFileExport, () => write(end.current), 'Export rows as shown']);
	const { filter } = tools;
	useCommands([
		...(filter === undefined
			? []
			: [{ id: 'rows-filter', label: 'Add filter', group: 'Rows' as const, run: () => filter(null, add.current) }]),
		...entries.map(([label, , run]) => ({
			...{ id: `rows-${label}`, label: rowCommands[label] ?? label, group: 'Rows' as const, run },
			...(rowKeys[label] === undefined ? {} : { keys: rowKeys[label] }),
		})),
	]);
	const buttons = (
		<>
			{tools.filter !== undefined && (
				<Tool
					ref={add}
					label="Add filter"
					icon={IconFilterPlus}
					title="Add filter"
					aria-haspopup="dialog"
					onClick={() => tools.filter?.(null, add.current)}
				/>
			)}
			<Inline ref={end} nowrap rigid push align="stretch" gap={1}>
				{entries.map(([label, icon, act, title]) => (
					<Tool
						key={label}
						label={label}
						icon={icon}
						title={title}
						className={classes.tool ?? ''}
						data-rare={label !== 'Find' || undefined}
						onClick={act}
					/>
				))}
				<div className={classes.more}>
					<MenuButton
						label="Grid tools"
						icon={<IconDots size={16} aria-hidden="true" />}
						entries={entries.map(([label, icon, onClick]) => ({ label, icon, onClick }))}
					/>
				</div>
			</Inline>
		</>
	);
	if (hasPaneBar) {
		return (
			<InPaneBar slot="tools">
				<Inline nowrap gap={1} onPointerEnter={onIntent} onFocus={onIntent}>
					{buttons}
				</Inline>
			</InPaneBar>
		);
	}
	return (
		<Inline nowrap gap={2} ruled="below" className={classes.toolbar} onPointerEnter={onIntent} onFocus={onIntent}>
			{buttons}
		</Inline>
	);
}

/** Names of the tools in the command palette, with their keys while the grid has focus. */
const rowCommands: Readonly<Record<string, string>> = {
	Find: 'Find in rows',
	Columns: 'Show, hide and pin columns',
	Export: 'Export rows',
};
const rowKeys: Readonly<Record<string, string>> = { Find: keyName('F'), 'Go to row': keyName('G') };

interface ToolProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
	readonly label: string;
	readonly icon: TablerIcon;
	readonly ref?: Ref<HTMLButtonElement>;
}

/** In narrow bars the label is hidden; the accessible name stays. */
const Tool = ({ label, icon: Icon, ...props }: ToolProps) => (
	<Button
		variant="subtle"
		color="gray"
		size="compact-sm"
		aria-label={label}
		leftSection={<Icon size={14} aria-hidden="true" />}
		classNames={{ section: classes.toolIcon ?? '', label: classes.toolLabel ?? '' }}
		{...props}
	>
		{label}
	</Button>
);

interface FilterChipsProps {
	readonly edit: Tools['filter'];
	readonly filter: readonly FilterTerm[];
	readonly columns: readonly GridColumn[];
	readonly onChange: (filter: readonly FilterTerm[]) => void;
}

export function FilterChips({ edit, filter, columns, onChange }: FilterChipsProps) {
	if (filter.length === 0) return null;
	return (
		<Inline gap={1} scroll className={classes.filters}>
			<Chips edit={edit} filter={filter} columns={columns} onChange={onChange} />
			{filter.length > 1 && (
				<Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange([])}>
					Clear filters
				</Button>
			)}
		</Inline>
	);
}

function Chips({ edit, filter, columns, onChange }: FilterChipsProps) {
	return (
		<ul className={classes.chips} aria-label="Filters">
			{filter.map((term, index) => {
				if (filterProblem(term, columns) !== null) return null;
				const column = columns.find((column) => column.name === term.column);
				const label = filterLabel(term, column);
				const remove = () => onChange(filter.filter((_, at) => at !== index));
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: conditions may be equal
					<li key={index} className={classes.chip}>
						<button
							type="button"
							className={classes.chipWords}
							title={`Change filter: ${label}`}
							onClick={(event) => edit?.(index, event.currentTarget.parentElement)}
						>
							{label}
						</button>
						<ActionIcon size={24} aria-label={`Remove filter: ${label}`} onClick={remove}>
							<IconX size={12} aria-hidden="true" />
						</ActionIcon>
					</li>
				);
			})}
		</ul>
	);
}
