import { useWindowEvent } from '@mantine/hooks';
import { useBlocker } from 'react-router';
import { formatBytes } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface LeaveUploadProps {
	/** The file being sent. */
	readonly file: File;
	readonly bytes: number;
}

/** Asks before leaving while a file is being sent: the browser can't send the rest afterward. */
export function LeaveUpload({ file, bytes }: LeaveUploadProps) {
	// A file dropped here, and a change of the URL's parameters, stay on the page.
	const blocker = useBlocker(
		({ nextLocation: { pathname, search } }) => pathname !== paths.ingest() || !new URLSearchParams(search).has('to'),
	);
	useWindowEvent('beforeunload', (event) => event.preventDefault());
	return (
		<ConfirmDialog
			opened={blocker.state === 'blocked'}
			title={`Leave before ${file.name} is fully uploaded?`}
			confirmLabel="Leave and stop upload"
			tone="danger"
			onClose={() => blocker.reset?.()}
			onConfirm={() => blocker.proceed?.()}
		>
			Only {formatBytes(bytes)} of {formatBytes(file.size)} has been uploaded. If you leave, you have to upload the
			whole file again.
		</ConfirmDialog>
	);
}
