import { exactTime } from '../../../lib/relative-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { useSessionStore } from '../model.ts';
import { useRenewal } from '../sign-in/use-renewal.ts';
import { expiryAt, remainingTime } from './expiry.ts';

export function SignInEnd() {
	const session = useSessionStore((state) => state.session);
	const renewal = useRenewal(session);
	const now = useNow();
	if (session === null) return null;
	const { expiresAt, since, keep } = session;
	const expiry = expiryAt(expiresAt, since, now);
	return (
		<Inline gap={2}>
			<span>
				{expiry.kind === 'unknown' || expiresAt === null ? (
					'The token has no expiration date.'
				) : expiry.kind === 'over' ? (
					'Expired. Sign in again to continue.'
				) : (
					<>
						Expires in{' '}
						<time dateTime={expiresAt} title={exactTime(Date.parse(expiresAt))}>
							{remainingTime(expiry.left)}
						</time>
						.
					</>
				)}{' '}
				{expiry.kind !== 'over' &&
					(keep ? 'You stay signed in on this computer.' : 'Closing the console’s last tab signs you out.')}
			</span>
			{renewal.isOffered && <CompactButton onClick={renewal.open}>Sign in again</CompactButton>}
			{renewal.blockedAt !== null && (
				<span>
					The browser blocked the sign-in window.{' '}
					<a href={renewal.blockedAt} target="_blank" rel="noreferrer">
						Sign in again in a new tab
					</a>
				</span>
			)}
		</Inline>
	);
}
