import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { joinNames } from '#contract/dataset.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { offers } from '../../features/session/model.ts';
import { descriptionQuery } from '../../features/session/queries.ts';
import { decodeSegment } from '../../lib/decode-segment.ts';
import { paths } from '../../routing/paths.ts';

/**
 * Uploads files dropped or pasted outside of other targets to what the page shows, and pasted lines of data as a file.
 * The browser never opens them.
 */
export function useDropAnywhere(): { canUpload: boolean; upload: () => void } {
	const navigate = useNavigate();
	const { pathname, search } = useLocation();
	const { data: description = null } = useQuery(descriptionQuery);
	const canUpload = offers(description, startFileIngestion);
	const isUploadForm = pathname === paths.ingest() && new URLSearchParams(search).has('to');
	const upload = (files: readonly File[] = []) => {
		const to = isUploadForm ? `${pathname}${search}` : paths.upload(destinationAt(pathname));
		void navigate(to, { replace: isUploadForm, state: { files } });
	};
	const take = useEffectEvent((files: FileList | undefined) => {
		if (files?.length && canUpload) upload([...files]);
	});
	const takeText = useEffectEvent((text: string | undefined) => {
		const isData = /\S.*[\r\n]+.*\S/.test(text ?? '');
		const isHere = pathname === paths.home() || destinationAt(pathname) !== undefined || isUploadForm;
		if (text !== undefined && isData && isHere && canUpload) upload([pastedFile(text)]);
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
			if (event.defaultPrevented || isInField(event)) return;
			if (isFile(event)) take(event.clipboardData?.files);
			else takeText(event.clipboardData?.getData('text/plain'));
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

/** Whether a field handles the paste itself. */
const isInField = ({ target }: ClipboardEvent): boolean =>
	target instanceof Element && target.closest('input, textarea, [contenteditable], .monaco-editor') !== null;

/** Whether the clipboard holds a file. Cells and text include a picture of themselves. */
function isFile({ clipboardData }: ClipboardEvent): boolean {
	const [file] = clipboardData?.files ?? [];
	return (
		file !== undefined &&
		!file.type.startsWith('image/') &&
		!clipboardData?.types.some((type) => type.startsWith('text/'))
	);
}

const pastedFile = (text: string): File => new File([text], /^\s*[[{]/.test(text) ? 'pasted.json' : 'pasted.csv');

function destinationAt(pathname: string): string | undefined {
	const found = matchPath('/namespaces/:owner/:namespace/:dataset?', pathname);
	if (found === null) return undefined;
	const { owner, namespace, dataset } = found.params;
	return joinNames([owner, namespace, dataset].flatMap((name) => (name === undefined ? [] : decodeSegment(name))));
}
