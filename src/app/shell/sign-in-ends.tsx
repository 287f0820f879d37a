import { expiryAt, remainingTime } from '../../features/session/about/expiry.ts';
import { useSessionStore } from '../../features/session/model.ts';
import { useRenewal } from '../../features/session/sign-in/use-renewal.ts';
import { useNow } from '../../lib/use-now.ts';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import classes from './status-line.module.css';

/** Shown in the status line shortly before the session ends, to sign in again without leaving the page. */
export function SignInEnds() {
	const session = useSessionStore((state) => state.session);
	const renewal = useRenewal(session);
	const now = useNow();
	if (session === null) return null;
	const expiry = expiryAt(session.expiresAt, session.since, now);
	const message = 'left' in expiry ? `expires in ${remainingTime(expiry.left)}` : 'has expired';
	return (
		<span className={`${classes.item} ${classes.ends}`} role="status">
			<span className={classes.more}>Your session {message}</span>
			{renewal.isOffered && renewal.blockedAt === null && (
				<TextButton style={{ textDecoration: 'underline' }} onClick={renewal.open}>
					Sign in again
				</TextButton>
			)}
			{renewal.blockedAt !== null && (
				<a href={renewal.blockedAt} target="_blank" rel="noreferrer">
					Sign in again in a new tab
				</a>
			)}
		</span>
	);
}
