import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { uploadFile } from '#contract/file-ingestion.ts';
import { useFileDrop } from '../../../lib/browser/use-file-drop.ts';
import { formatBytes } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { useOffers } from '../../session/queries.ts';
import { Pane } from '../parts.tsx';
import { CommandLine } from './command-line.tsx';
import { DestinationForm } from './destination-form.tsx';
import { type Destination, destinationProblem, targetOf } from './model.ts';

interface ChooseFileProps {
	readonly destination: Destination;
	/** A file that was chosen but not sent: the destination is missing, or the upload failed. */
	readonly file: File | null;
	readonly onDestination: (next: Destination) => void;
	readonly onFiles: (files: readonly File[]) => void;
	readonly onUpload: (file: File) => void;
}

export function ChooseFile({ destination, file, onDestination, onFiles, onUpload }: ChooseFileProps) {
	const canUseTerminal = useOffers(uploadFile);
	const dropping = useFileDrop(onFiles);
	const choose = (chosen: File | null) => chosen !== null && onFiles([chosen]);
	const icon = <IconFileUpload size={16} aria-hidden />;
	const problem = file === null ? null : destinationProblem(targetOf(destination, file));
	return (
		<Pane id="upload-file" title="File" {...dropping}>
			<DestinationForm destination={destination} onChange={onDestination} />
			{file === null ? (
				<Inline gap={[2, 3]}>
					<FileButton onChange={choose}>
						{(props) => (
							<Button {...props} leftSection={icon}>
								Choose file
							</Button>
						)}
					</FileButton>
					<Muted>You can also drop or paste a file here.</Muted>
				</Inline>
			) : (
				<Inline gap={[2, 3]}>
					<Button
						leftSection={icon}
						aria-disabled={problem !== null}
						onClick={() => {
							if (problem === null) onUpload(file);
						}}
					>
						Upload {file.name}
					</Button>
					<FileButton onChange={choose}>
						{(props) => <SecondaryButton {...props}>Choose another file</SecondaryButton>}
					</FileButton>
					<Muted>{formatBytes(file.size)}</Muted>
					{problem !== null && <Muted role="status">{problem}</Muted>}
				</Inline>
			)}
			{canUseTerminal && <CommandLine destination={destination} file={file} />}
		</Pane>
	);
}
