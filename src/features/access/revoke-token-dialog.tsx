import { useMutation } from '@tanstack/react-query';
import { listTokens } from '#contract/token.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useOffers } from '../session/queries.ts';
import { revokeTokenMutation } from './mutations.ts';

interface RevokeTokenDialogProps {
	/** Null: closed. */
	readonly token: { readonly id: string; readonly name: string; readonly current: boolean } | null;
	readonly onClose: () => void;
	readonly onRevoked?: () => void;
}

/** Ends a token; what stops by it is said. */
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
			title={`Revoke ${token?.name ?? ''}?`}
			confirmLabel={`Revoke ${token?.name ?? ''}`}
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
				Whoever uses it is refused from that moment: requests, answers that go on, and the signed links that were made
				with it. It cannot be brought back; another one can be made.
			</p>
			{token?.current === true && (
				<p>
					<strong>It is the one that this browser uses.</strong> You have to sign in again; what is on your pages stays.
				</p>
			)}
		</ConfirmDialog>
	);
}
