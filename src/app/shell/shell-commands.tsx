import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { getSchema } from '#contract/dataset.ts';
import { getNamespace } from '#contract/namespace.ts';
import { namespaceQuery, schemaQuery } from '../../features/names/queries.ts';
import { useOffers, useScope } from '../../features/session/queries.ts';
import { keyName } from '../../lib/browser/keys.ts';
import { useCommands } from '../../lib/commands.ts';
import { decodeSegment } from '../../lib/decode-segment.ts';
import { keepRecentPage } from '../../storage/preferences.ts';
import { useDropAnywhere } from './use-drop-anywhere.ts';

interface ShellCommandsProps {
	/** Whether the navigation shows only icons. */
	readonly narrow: boolean;
	readonly onToggle: () => void;
}

const isOfOne = /^\/(build-specs\/[\da-f-]{36}|namespaces\/[^/]+\/[^/]+(\/[^/]+)?)$/;

/** Adds the page to the palette's recent pages once its item is found. Renders nothing. */
function RecentPage({ pathname }: { pathname: string }): null {
	const scope = useScope();
	const isThere = useIsThere(pathname);
	useEffect(() => {
		if (isThere) keepRecentPage(scope, pathname);
	}, [scope, pathname, isThere]);
	return null;
}

/** Whether the page's item exists; false until it's found. */
function useIsThere(pathname: string): boolean {
	const client = useQueryClient();
	const [, section, owner = '', namespace = '', datasetName] = pathname.split('/').map(decodeSegment);
	const isDataset = datasetName !== undefined;
	const isAsked = useOffers(isDataset ? getSchema : getNamespace);
	const { queryKey } = isDataset ? schemaQuery({ owner, namespace, datasetName }) : namespaceQuery(owner, namespace);
	const isFound = useSyncExternalStore(
		useCallback((onChange) => client.getQueryCache().subscribe(onChange), [client]),
		() => client.getQueryData<unknown>(queryKey) != null,
	);
	return section !== 'namespaces' || !isAsked || isFound;
}

/** Global commands, recent pages for the palette, and dropped files. Renders nothing. */
export function ShellCommands({ narrow, onToggle }: ShellCommandsProps) {
	const { pathname } = useLocation();
	const { canUpload, upload } = useDropAnywhere();
	useCommands([
		...(canUpload ? [{ id: 'upload', label: 'Upload data', run: () => upload() }] : []),
		{
			id: 'navigation',
			group: 'View',
			label: narrow ? 'Expand navigation' : 'Collapse navigation',
			keys: keyName('B'),
			run: onToggle,
		},
	]);
	return isOfOne.test(pathname) && <RecentPage key={pathname} pathname={pathname} />;
}
