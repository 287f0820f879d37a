import { ActionIcon, Button } from '@mantine/core';
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
import { useRef } from 'react';
import { type FilterTerm, filterProblem, type GridColumn } from '../../../rows/index.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import classes from './controls.module.css';
import { filterWords } from './filter-labels.ts';

/** What a tool does; absent where the source cannot do it. */
export interface Tools {
	readonly find: (() => void) | undefined;
	readonly row: () => void;
	readonly columns: (target: HTMLElement | null) => void;
	readonly export: ((target: HTMLElement | null) => void) | undefined;
	/** Opens the editor of the filter at an index, or of a new one. */
	readonly filter: ((index: number | null, target: HTMLElement | null) => void) | undefined;
}

interface ToolbarProps {
	readonly tools: Tools;
	readonly filter: readonly FilterTerm[];
	readonly columns: readonly GridColumn[];
	readonly onChange: (filter: readonly FilterTerm[]) => void;
	readonly onIntent: () => void;
}

/** The tools of a grid in one line: its filters at the left, the rest at the right, in a menu where there is no room. */
export function Toolbar({ tools, filter, columns, onChange, onIntent }: ToolbarProps) {
	const end = useRef<HTMLDivElement>(null);
	const add = useRef<HTMLButtonElement>(null);
	const entries: [label: string, icon: TablerIcon, act: () => void, title: string][] = [];
	if (tools.find !== undefined) entries.push(['Find', IconSearch, tools.find, 'Find in the rows (Ctrl+F in the grid)']);
	entries.push(['Go to row', IconArrowDownToArc, tools.row, 'Go to a row (Ctrl+G in the grid)']);
	entries.push(['Columns', IconColumns3, () => tools.columns(end.current), 'Show, hide and pin columns']);
	const { export: write } = tools;
	if (write !== undefined)
		entries.push(['Export', IconFileExport, () => write(end.current), 'Export the rows as shown, or send them on']);
	return (
		<Inline
			nowrap
			align="start"
			justify="between"
			gap={2}
			ruled="below"
			className={classes.toolbar}
			onPointerEnter={onIntent}
			onFocus={onIntent}
		>
			{tools.filter !== undefined && (
				<Inline fill scroll gap={1} className={classes.filters}>
					<Button
						ref={add}
						variant="subtle"
						color="gray"
						size="compact-sm"
						leftSection={<IconFilterPlus size={14} aria-hidden="true" />}
						aria-haspopup="dialog"
						onClick={() => tools.filter?.(null, add.current)}
					>
						Add filter
					</Button>
					<Chips tools={tools} filter={filter} columns={columns} onChange={onChange} />
					{filter.length > 1 && (
						<Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange([])}>
							Clear filters
						</Button>
					)}
				</Inline>
			)}
			<Inline ref={end} nowrap rigid push align="stretch" gap={1}>
				{entries.map(([label, Icon, act, title]) => (
					<Button
						key={label}
						className={classes.tool ?? ''}
						variant="subtle"
						color="gray"
						size="compact-sm"
						title={title}
						leftSection={<Icon size={14} aria-hidden="true" />}
						onClick={act}
					>
						{label}
					</Button>
				))}
				<div className={classes.more}>
					<MenuButton
						label="Tools of the grid"
						icon={<IconDots size={16} aria-hidden="true" />}
						entries={entries.map(([label, icon, onClick]) => ({ label, icon, onClick }))}
					/>
				</div>
			</Inline>
		</Inline>
	);
}

function Chips({ tools, filter, columns, onChange }: Omit<ToolbarProps, 'onIntent'>) {
	return (
		<ul className={classes.chips} aria-label="Filters">
			{filter.map((term, index) => {
				if (filterProblem(term, columns) !== null) return null;
				const column = columns.find((column) => column.name === term.column);
				const words = filterWords(term, column);
				const remove = () => onChange(filter.filter((_, at) => at !== index));
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: the same condition may stand there twice
					<li key={index} className={classes.chip}>
						<button
							type="button"
							className={classes.chipWords}
							title={`Change: ${words}`}
							onClick={(event) => tools.filter?.(index, event.currentTarget.parentElement)}
						>
							{words}
						</button>
						<ActionIcon size={24} aria-label={`Remove the filter ${words}`} onClick={remove}>
							<IconX size={12} aria-hidden="true" />
						</ActionIcon>
					</li>
				);
			})}
		</ul>
	);
}
