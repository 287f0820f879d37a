import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../routing/paths.ts';
import { keepDraft, readDraft } from '../../../storage/drafts.ts';
import { forgetEntry, type LedgerEntry, type LedgerScope } from '../../../storage/ledger.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import classes from '../versions.module.css';
import { ledgerKey } from './version-queries.ts';

interface AsideActionsProps {
	readonly scope: LedgerScope;
	readonly entry: LedgerEntry;
	/** What a file of it is called. */
	readonly name: string;
	/** There is a draft already, which this text must not replace. */
	readonly hasDraft: boolean;
}

/** What can be done with text that gave way: go on with it, keep it as a file, forget it. */
export function AsideActions({ scope, entry, name, hasDraft }: AsideActionsProps) {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const [refusal, setRefusal] = useState<string | null>(null);
	const goOn = () => {
		const { text, version, buildSpecId } = entry;
		// Another tab may have kept one a moment ago.
		const found = readDraft(scope, buildSpecId);
		if (found.kind === 'draft') return setRefusal(draftWords);
		if (found.kind === 'unreadable') return setRefusal(unreadableWords);
		const draft = { text, baseVersion: version, baseEtag: null, at: Date.now() };
		if (keepDraft(scope, buildSpecId, draft).kept) void navigate(paths.buildSpec(buildSpecId));
		else saveFile(`${name}.txt`, text.payload);
	};
	const forget = async () => {
		await forgetEntry(scope, entry);
		await queryClient.invalidateQueries({ queryKey: ledgerKey });
	};
	return (
		<Inline gap={1} align="stretch" justify="end" className={classes.buttons}>
			<Button
				variant="default"
				size="compact-sm"
				disabled={hasDraft}
				title={hasDraft ? draftWords : undefined}
				onClick={goOn}
			>
				Make it the draft
			</Button>
			<Button variant="default" size="compact-sm" onClick={() => void forget()}>
				Forget
			</Button>
			{refusal !== null && (
				<Text component="p" tone="error" className={classes.refusal} role="alert">
					{refusal}
				</Text>
			)}
		</Inline>
	);
}

const draftWords = 'There is a draft already; save or discard it first.';
const unreadableWords = 'There is a draft that cannot be read. Open the BuildSpec, and download or discard it first.';
