import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { joinNames } from '#contract/dataset.ts';
import { namesBefore, type Rename } from '../../../storage/changes-elsewhere.ts';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { descriptionQuery } from '../../session/queries.ts';
import { RenameCodeOffer } from './rename-code-offer.tsx';
import { useRenameOutcome } from './rename-outcome.ts';

interface RenameResultProps {
	readonly done: { readonly rename: Rename; readonly found: boolean };
	readonly onClose: () => void;
}

export function RenameResult({ done: { rename, found }, onClose }: RenameResultProps) {
	const { data: description = null } = useQuery(descriptionQuery);
	const close = () => {
		useRenameOutcome.setState({ done: null });
		onClose();
	};
	const before = namesBefore(rename);
	const isDataset = rename.namespace !== undefined;
	return (
		<Modal
			opened
			onClose={close}
			title={`${joinNames(before)} was renamed to ${joinNames(before.with(-1, rename.to))}`}
			size="xl"
		>
			<Stack gap={4} size="ui" breaks>
				{found && (
					<Notice
						tone="info"
						title={`The connection was lost, but the ${isDataset ? 'dataset' : 'namespace'} was renamed`}
					/>
				)}
				<Prose>
					{description === null
						? 'Your open pages and the drafts in this browser use the new name.'
						: `${isDataset ? 'BuildSpecs, links, checks and access tokens' : 'Datasets, BuildSpecs, links, checks, shares and access tokens'} use the new name, and so do your open pages and the drafts in this browser.`}
				</Prose>
				<RenameCodeOffer rename={rename} />
				<DialogActions>
					<Button onClick={close}>Close</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}
