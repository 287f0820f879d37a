import { useMutation } from '@tanstack/react-query';
import { listTokens } from '#contract/token.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useOffers } from '../session/queries.ts';
import { revokeTokenMutation } from './mutations.ts';

interface RevokeTokenDialogProps {
	readonly token: { readonly id: string; readonly name: string; readonly current: boolean } | null;
	readonly onClose: () => void;
	readonly onRevoked?: () => void;
}

export function RevokeTokenDialog({ token, onClose, onRevoked = () => {} }: RevokeTokenDialogProps) {
	const revoking = useMutation(revokeTokenMutation(useOffers(listTokens)));
	const close = () => {
		revoking.reset();
		onClose();
	};
	return (
		<ConfirmDialog
			opened={token !== null}
			onClose={close}
			title={`Revoke token "${token === null ? '' : token.name || token.id.slice(0, 8)}"?`}
			confirmLabel="Revoke token"
			tone="danger"
			pending={revoking.isPending}
			error={revoking.error === null ? null : errorFacts(revoking.error)}
			onConfirm={() => {
				if (token === null || revoking.isPending) return;
				revoking.mutate(
					{ tokenId: token.id },
					{
						onSuccess: () => {
							close();
							onRevoked();
						},
					},
				);
			}}
		>
			<p>
				Requests, agent answers in progress and signed URLs that use this token stop working immediately. You can’t undo
				this, but you can create another token.
			</p>
			{token?.current === true && (
				<p>
					<strong>You’re signed in with this token.</strong> After revoking it, you have to sign in again. Your pages
					stay open.
				</p>
			)}
		</ConfirmDialog>
	);
}
