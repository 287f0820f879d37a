import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { keepRecentPage } from '../../features/search/recent-pages.ts';
import { useScope } from '../../features/session/queries.ts';
import { keyName } from '../../lib/browser/keys.ts';
import { useCommands } from '../../lib/commands.ts';
import { useDropAnywhere } from './use-drop-anywhere.ts';

interface ShellCommandsProps {
	/** Whether the navigation shows icons only. */
	readonly narrow: boolean;
	readonly onToggle: () => void;
}

/** Pages of one thing that has a name: a BuildSpec, a namespace or a dataset. */
const isOfOne = /^\/(build-specs\/[\da-f-]{36}|namespaces\/[^/]+\/[^/]+(\/[^/]+)?)$/;

/** Commands of every page and the pages that were opened lately, for the palette, and files that are dropped; draws nothing. */
export function ShellCommands({ narrow, onToggle }: ShellCommandsProps): null {
	const scope = useScope();
	const { pathname } = useLocation();
	useEffect(() => {
		if (isOfOne.test(pathname)) keepRecentPage(scope, pathname);
	}, [scope, pathname]);
	const { canUpload, upload } = useDropAnywhere();
	useCommands([
		...(canUpload ? [{ id: 'upload', label: 'Upload data', run: () => upload() }] : []),
		{
			id: 'navigation',
			group: 'View',
			label: narrow ? 'Widen the navigation' : 'Collapse the navigation',
			keys: keyName('B'),
			run: onToggle,
		},
	]);
	return null;
}
