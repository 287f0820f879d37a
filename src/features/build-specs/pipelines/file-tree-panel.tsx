import { IconChevronDown, IconChevronRight, IconCircleX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { PipelineCheck, RepositoryEntry } from '#contract/pipeline.ts';
import { formatCount } from '../../../lib/format.ts';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { errorsIn } from './check-model.ts';
import { type Folder, fileName, treeOf } from './file-tree.ts';
import classes from './pipeline.module.css';

/** Up to this many entries, all folders start open. */
const fewEntries = 100;

interface FileTreeProps {
	readonly check: PipelineCheck;
	readonly roles: ReadonlyMap<string, string>;
	readonly shown: string;
	readonly onPick: (path: string) => void;
}

export function FileTree({ check, roles, shown, onPick }: FileTreeProps) {
	const { entries, diagnostics } = check;
	const tree = useMemo(() => treeOf(entries), [entries]);
	const broken = useMemo(() => new Set(errorsIn(diagnostics).map(({ file }) => file)), [diagnostics]);
	const isSmall = entries.length <= fewEntries;
	const used = [...roles.keys(), shown];
	const opensFirst = ({ path }: Folder) => isSmall || used.some((file) => file.startsWith(`${path}/`));
	return (
		<Box component="nav" scroll aria-label="Files in this commit" className={classes.tree}>
			<Items folder={tree} {...{ roles, shown, broken, opensFirst, onPick }} />
			{check.truncated && <Muted component="p">Showing the first {formatCount(entries.length)} files.</Muted>}
		</Box>
	);
}

interface ItemsProps extends Pick<FileTreeProps, 'roles' | 'shown' | 'onPick'> {
	readonly folder: Folder;
	readonly broken: ReadonlySet<string | undefined>;
	readonly opensFirst: (folder: Folder) => boolean;
}

const Items = ({ folder, ...rest }: ItemsProps) => (
	<ul className={classes.items}>
		{folder.folders.map((inner) => (
			<FolderItem key={inner.path} folder={inner} {...rest} />
		))}
		{folder.files.map((entry) => (
			<li key={entry.path}>
				<FileItem entry={entry} {...rest} />
			</li>
		))}
	</ul>
);

function FolderItem({ folder, ...rest }: ItemsProps) {
	const [isOpen, setOpen] = useState(() => rest.opensFirst(folder));
	// Opens the folder a problem link leads to.
	const holdsShown = rest.shown.startsWith(`${folder.path}/`);
	const [seen, setSeen] = useState(rest.shown);
	if (seen !== rest.shown) {
		setSeen(rest.shown);
		if (holdsShown) setOpen(true);
	}
	const Sign = isOpen ? IconChevronDown : IconChevronRight;
	return (
		<li>
			<TextButton tone="text" className={classes.item} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
				<Sign size={14} aria-hidden />
				{folder.name}
			</TextButton>
			{isOpen && <Items folder={folder} {...rest} />}
		</li>
	);
}

const unreadable = { link: 'Symbolic links aren’t followed.', submodule: 'Submodules aren’t supported.' } as const;

function FileItem({ entry, ...rest }: { readonly entry: RepositoryEntry } & Omit<ItemsProps, 'folder'>) {
	const { path, kind } = entry;
	const { roles, shown, broken, onPick } = rest;
	const role = roles.get(path);
	const isBroken = broken.has(path);
	if (kind !== 'file') {
		return (
			<Inline gap={1} nowrap tone="muted" className={classes.item} title={unreadable[kind]}>
				{fileName(path)} ({kind})
			</Inline>
		);
	}
	return (
		<TextButton
			tone="text"
			className={classes.item}
			aria-current={path === shown}
			title={[path, role, isBroken && 'has errors'].filter(Boolean).join(', ')}
			onClick={() => onPick(path)}
		>
			<Text rigid tone="error" className={classes.sign}>
				{isBroken && <IconCircleX size={14} aria-label="Has errors:" />}
			</Text>
			<Text clip weight={role === undefined ? 'normal' : 'strong'}>
				{fileName(path)}
			</Text>
		</TextButton>
	);
}
