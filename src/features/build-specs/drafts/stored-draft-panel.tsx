import { Button, Textarea } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { createBuildSpec } from '#contract/build-spec.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { paths } from '../../../routing/paths.ts';
import { type DraftText, readDraft, removeDraft } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Prose, Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { CopyTextButton } from '../../../ui/text/copy-button.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { fields, sidePaneFields } from '../fields.ts';
import { keepNewDraft } from '../mutations.ts';

interface StoredDraftProps {
	readonly draftId: string;
	readonly title: string;
	readonly children?: ReactNode;
	/** Shown if there is no draft. */
	readonly otherwise?: ReactNode;
}

/** A draft that can't be edited in its original place. It can be copied, opened as a new BuildSpec, or discarded. */
export function StoredDraft({ draftId, title, children, otherwise = null }: StoredDraftProps) {
	const scope = useScope();
	const navigate = useNavigate();
	const [found] = useState(() => readDraft(scope, draftId));
	const [discarding, setDiscarding] = useState(false);
	if (found.kind === 'none') return otherwise;
	const text = found.kind === 'draft' ? found.draft.text : null;
	const leave = () => void navigate(paths.buildSpecs());
	return (
		<PageFrame
			title={text?.destination || 'Draft'}
			actions={
				<>
					{text === null ? (
						<SecondaryButton onClick={() => found.kind === 'unreadable' && saveFile('draft.json', found.raw)}>
							Download draft
						</SecondaryButton>
					) : (
						<>
							<CopyTextButton text={() => text.payload}>Copy code</CopyTextButton>
							<SecondaryButton onClick={() => saveFile('draft.txt', text.payload)}>Download code</SecondaryButton>
							<OpenAsNew scope={scope} text={text} onOpened={() => removeDraft(scope, draftId)} />
						</>
					)}
					<SecondaryButton onClick={() => setDiscarding(true)}>Discard draft</SecondaryButton>
				</>
			}
		>
			<Notice tone="warning" title={title} isSilent>
				{children}
			</Notice>
			{text === null ? (
				<Prose>
					This draft can’t be read, possibly because another version of the console wrote it. Download or discard it.
				</Prose>
			) : (
				<Stack gap={3}>
					<PropertyList mt={3}>
						{sidePaneFields.map((name) => (
							<Fragment key={name}>
								<dt>{fields[name].title}</dt>
								<Text component="dd" mono>
									{[text[name]].flat().join(', ') || 'None'}
								</Text>
							</Fragment>
						))}
					</PropertyList>
					<Textarea label={fields.payload.title} readOnly autosize minRows={8} value={text.payload} />
				</Stack>
			)}
			<DiscardDraft
				draft={discarding ? { id: draftId, name: text?.destination ?? '' } : null}
				scope={scope}
				onClose={() => setDiscarding(false)}
				onDiscarded={leave}
			/>
		</PageFrame>
	);
}

/** Opens a text as the draft of a new BuildSpec; hidden if the service can't create one. */
export function OpenAsNew({ scope, text, onOpened }: { scope: Scope; text: DraftText; onOpened: () => void }) {
	const canCreate = useOffers(createBuildSpec);
	const navigate = useNavigate();
	const [isRefused, setRefused] = useState(false);
	if (!canCreate) return null;
	const open = () => {
		const from = keepNewDraft(scope, text);
		setRefused(from === null);
		if (from === null) return;
		onOpened();
		void navigate(paths.newBuildSpec(from));
	};
	return (
		<>
			<Button onClick={open}>Open as new BuildSpec</Button>
			{isRefused && <span role="alert">This browser couldn’t store another draft. Copy the code to keep it.</span>}
		</>
	);
}

interface DiscardDraftProps {
	readonly draft: { readonly id: string; readonly name: string } | null;
	readonly scope: Scope;
	readonly onClose: () => void;
	readonly onDiscarded?: () => void;
}

export const DiscardDraft = ({ draft, scope, onClose, onDiscarded }: DiscardDraftProps) => (
	<ConfirmDialog
		opened={draft !== null}
		onClose={onClose}
		title="Discard this draft?"
		confirmLabel="Discard draft"
		tone="danger"
		onConfirm={() => {
			if (draft !== null) removeDraft(scope, draft.id);
			onClose();
			onDiscarded?.();
		}}
	>
		<p>
			This deletes{' '}
			{draft?.name === '' ? (
				'the draft'
			) : (
				<>
					your draft of <code>{draft?.name}</code>
				</>
			)}{' '}
			from this browser. You can’t undo this.
		</p>
	</ConfirmDialog>
);
