import { IconList, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { altName } from '../../../lib/browser/keys.ts';
import { paths } from '../../../routing/paths.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import classes from './worksheets.module.css';

/** Navigation state that focuses the worksheet's code. */
export const inCode = { code: true };

interface WorksheetTabsProps {
	readonly open: readonly string[];
	readonly shown: string;
	readonly onClose: (name: string) => void;
	readonly onNew: () => void;
}

/** Open worksheets as links. The middle button closes one, as in a browser. */
export function WorksheetTabs({ open, shown, onClose, onNew }: WorksheetTabsProps) {
	const current = useRef<HTMLLIElement>(null);
	useEffect(() => {
		if (shown !== '') current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
	}, [shown]);
	return (
		<Inline component="nav" nowrap align="center" aria-label="Open worksheets" className={classes.strip}>
			<Link to={paths.allWorksheets()} className={classes.all} aria-label="All worksheets" title="All worksheets">
				<IconList size={16} aria-hidden />
			</Link>
			<Box component="ul" className={classes.tabs}>
				{open.map((name) => (
					<li
						key={name}
						ref={name === shown ? current : null}
						className={classes.tab}
						data-shown={name === shown || undefined}
					>
						<Link
							to={paths.worksheet(name)}
							state={inCode}
							aria-current={name === shown ? 'page' : undefined}
							className={classes.name}
							title={name}
							onAuxClick={(event) => {
								if (event.button !== 1) return;
								event.preventDefault();
								onClose(name);
							}}
						>
							{lastPart(name)}
						</Link>
						<IconButton
							size="md"
							iconSize={12}
							label={`Close ${name}`}
							title={`Close (${altName('W')})`}
							icon={IconX}
							onClick={() => onClose(name)}
						/>
					</li>
				))}
			</Box>
			<IconButton
				size="md"
				label="New worksheet"
				title={`New worksheet (${altName('N')})`}
				aria-keyshortcuts="Alt+N"
				icon={IconPlus}
				onClick={onNew}
			/>
		</Inline>
	);
}

/** A worksheet's name without its folder. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1) || name;

/** The folder in a worksheet's name: "reports" for "reports/daily", or empty. */
export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
