import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { joinNames } from '#contract/dataset.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { offers } from '../../features/session/model.ts';
import { descriptionQuery } from '../../features/session/queries.ts';
import { decodeSegment } from '../../lib/decode-segment.ts';
import { paths } from '../../routing/paths.ts';

/** Uploads files dropped or pasted outside of other targets to what the page shows. The browser never opens them. */
export function useDropAnywhere(): { canUpload: boolean; upload: () => void } {
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	const { data: description = null } = useQuery(descriptionQuery);
	const canUpload = offers(description, startFileIngestion);
	const upload = (files: readonly File[] = []) => {
		const isThere = pathname === paths.ingest() && new URLSearchParams(search).has('to');
		const to = isThere ? `${pathname}${search}` : paths.upload(destinationAt(pathname));
		void navigate(to, { replace: isThere, state: { files } });
	};
	const take = useEffectEvent((files: FileList | undefined) => {
		if (files?.length && canUpload) upload([...files]);
	});
	useEffect(() => {
		const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
		const onDragOver = (event: DragEvent) => {
			if (hasFiles(event)) event.preventDefault();
		};
		const onDrop = (event: DragEvent) => {
			if (event.defaultPrevented || !hasFiles(event)) return;
			event.preventDefault();
			take(event.dataTransfer?.files);
		};
		const onPaste = (event: ClipboardEvent) => {
			if (!event.defaultPrevented && isFile(event)) take(event.clipboardData?.files);
		};
		window.addEventListener('dragover', onDragOver);
		window.addEventListener('drop', onDrop);
		window.addEventListener('paste', onPaste);
		return () => {
			window.removeEventListener('dragover', onDragOver);
			window.removeEventListener('drop', onDrop);
			window.removeEventListener('paste', onPaste);
		};
	}, []);
	return { canUpload, upload };
}

/** Whether the clipboard holds a file. Cells and text include a picture of themselves, and fields handle their own paste. */
function isFile({ target, clipboardData }: ClipboardEvent): boolean {
	const isInField =
		target instanceof Element && target.closest('input, textarea, [contenteditable], .monaco-editor') !== null;
	const [file] = clipboardData?.files ?? [];
	const isPicture = file?.type.startsWith('image/') || clipboardData?.types.some((type) => type.startsWith('text/'));
	return !isInField && isPicture !== true;
}

function destinationAt(pathname: string): string | undefined {
	const found = matchPath('/namespaces/:owner/:namespace/:dataset?', pathname);
	if (found === null) return undefined;
	const { owner, namespace, dataset } = found.params;
	return joinNames([owner, namespace, dataset].flatMap((name) => (name === undefined ? [] : decodeSegment(name))));
}
