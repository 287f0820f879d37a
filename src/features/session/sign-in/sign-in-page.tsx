import { useEffect } from 'react';
import { Navigate, useLoaderData } from 'react-router';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Prose, Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useSessionStore } from '../model.ts';
import { RevocationNotice } from '../revocation-notice.tsx';
import type { SignInData } from './load-sign-in.ts';
import { isSignedIn, type SignInPurpose } from './sign-in-address.ts';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

const titles: Readonly<Record<SignInPurpose, string>> = {
	'sign-in': 'Sign in',
	add: 'Add profile',
	switch: 'Sign in to continue',
	renew: 'Sign in again',
};

export function SignInPage() {
	const page = useLoaderData<SignInData>();
	const { config, problem, next, purpose, isDone } = page;
	const session = useSessionStore((state) => state.session);
	const title = isDone ? 'You’re signed in again' : titles[purpose];
	useEffect(() => {
		document.title = `${title} · ${config.title}`;
	}, [title, config.title]);
	// Another tab may have signed in and shared its session.
	if (isSignedIn(session, page) && problem === null && !isDone) return <Navigate to={next} replace />;
	return (
		<main className={classes.page}>
			<Stack gap={4} className={classes.card}>
				<Inline gap={2} nowrap tone="muted" weight="strong">
					<img src="./favicon.svg" alt="" width="24" height="24" />
					{config.title}
				</Inline>
				<Text component="h1" weight="strong" style={{ fontSize: 'var(--text-title)', lineHeight: 1.3 }}>
					{title}
				</Text>
				{isDone ? <Done /> : <Begin />}
			</Stack>
		</main>
	);
}

function Begin() {
	const { config, problem, purpose, wanted } = useLoaderData<SignInData>();
	const session = useSessionStore((state) => state.session);
	return (
		<>
			{problem !== null && (
				<Notice tone="error" title={problem.title}>
					{problem.message}
				</Notice>
			)}
			<RevocationNotice />
			{wanted !== null && problem === null && (
				<Prose>
					This window belongs to {wanted.username}, who isn’t signed in. {wanted.username}’s unsaved work stays in this
					browser.
				</Prose>
			)}
			{purpose === 'add' && (
				<Prose>
					A profile is one user at one service. Each has its own drafts, conversations and color, and each tab shows one
					profile.
				</Prose>
			)}
			{config.problem !== null && (
				<Notice tone="warning" title="The list of services is incomplete">
					{config.problem} You can still enter a service’s URL.
				</Notice>
			)}
			<SignInForm />
			{session !== null && (
				// Loads a new document, so nothing of this page is kept.
				<SecondaryButton component="a" href="./" fullWidth>
					Continue as {session.username} at {session.serviceName}
				</SecondaryButton>
			)}
			<Muted component="p" size="small" pt={4} ruled="above">
				No token? To get a sign-in link for the embedded service, run <code>npm run sign-in</code> where you started it.
				For other services, ask your admin.
			</Muted>
		</>
	);
}

/** The waiting page continues automatically. */
function Done() {
	useEffect(() => window.close(), []);
	return (
		<>
			<Prose>You’re signed in. You can close this window.</Prose>
			<SecondaryButton component="a" href="./" fullWidth>
				Open console in this window
			</SecondaryButton>
		</>
	);
}
