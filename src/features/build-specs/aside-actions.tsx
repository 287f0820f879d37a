import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../../routing/paths.ts';
import { keepDraft } from '../../storage/drafts.ts';
import { forgetEntry, type LedgerEntry, type LedgerScope } from '../../storage/ledger.ts';
import { saveFile } from '../../ui/save-file.ts';
import { ledgerKey } from './version-queries.ts';
import classes from './versions.module.css';

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
	const goOn = () => {
		const { text, version, buildSpecId } = entry;
		const draft = { text, baseVersion: version, baseEtag: null, at: Date.now() };
		if (keepDraft(scope, buildSpecId, draft).kept) void navigate(paths.buildSpec(buildSpecId));
		else saveFile(`${name}.txt`, text.payload);
	};
	const forget = async () => {
		await forgetEntry(scope, entry);
		await queryClient.invalidateQueries({ queryKey: ledgerKey });
	};
	return (
		<div className={classes.buttons}>
			<Button
				variant="default"
				size="compact-sm"
				disabled={hasDraft}
				title={hasDraft ? 'There is a draft already; save or discard it first.' : undefined}
				onClick={goOn}
			>
				Make it the draft
			</Button>
			<Button variant="default" size="compact-sm" onClick={() => void forget()}>
				Forget
			</Button>
		</div>
	);
}
