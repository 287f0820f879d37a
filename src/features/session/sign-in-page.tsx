import { Button, Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { Navigate, useLoaderData, useNavigate } from 'react-router';
import { Notice } from '../../ui/states.tsx';
import type { SignInData } from './load-sign-in.ts';
import { useSessionStore } from './model.ts';
import type { RuntimeConfig } from './runtime-config.ts';
import { readServiceAddress } from './service-address.ts';
import type { Target } from './session.ts';
import classes from './sign-in-page.module.css';
import { useTokenSignIn } from './use-token-sign-in.ts';

const another = 'another';

/** Where a person begins: a service, and a token for it. */
export function SignInPage() {
	const { config, codeProblem, next } = useLoaderData<SignInData>();
	const signedIn = useSessionStore((state) => state.session !== null);
	useEffect(() => {
		document.title = `Sign in · ${config.title}`;
	}, [config.title]);
	// Another tab may have signed in and handed its session over.
	if (signedIn) return <Navigate to={next} replace />;
	return (
		<main className={classes.page}>
			<div className={classes.card}>
				<div className={classes.brand}>
					<img src="./favicon.svg" alt="" width="24" height="24" />
					{config.title}
				</div>
				<h1 className={classes.title}>Sign in</h1>
				{codeProblem !== null && (
					<Notice tone="error" title="This address does not sign you in any more">
						{codeProblem}
					</Notice>
				)}
				{config.problem !== null && (
					<Notice tone="warning" title="The list of services is incomplete">
						{config.problem} You can still type the address of a service.
					</Notice>
				)}
				<SignInForm config={config} next={next} />
				<p className={classes.help}>
					No token? Where the embedded service was started, <code>npm run sign-in</code> prints an address that signs
					you in. For any other service, ask whoever runs it.
				</p>
			</div>
		</main>
	);
}

function SignInForm({ config, next }: { config: RuntimeConfig; next: string }) {
	const navigate = useNavigate();
	const [chosen, setChosen] = useState(config.services[0]?.baseUrl ?? another);
	const [address, setAddress] = useState('');
	const [addressProblem, setAddressProblem] = useState<string | null>(null);
	const [token, setToken] = useState('');
	const [keep, setKeep] = useState(false);
	const { submit, forget, pending, problem } = useTokenSignIn(() => void navigate(next, { replace: true }));
	const entry = config.services.find((it) => it.baseUrl === chosen);

	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		const target = targetOf(entry, address, keep);
		if ('problem' in target) setAddressProblem(target.problem);
		else submit(target, token);
	};
	const change = (apply: () => void) => {
		setAddressProblem(null);
		forget();
		apply();
	};
	const serviceProblem = addressProblem ?? (problem?.field === 'service' ? problem.message : null);
	const tokenProblem = problem?.field === 'token' ? problem.message : null;
	return (
		<form onSubmit={onSubmit} className={classes.form} noValidate>
			{config.services.length > 0 && (
				<NativeSelect
					label="Service"
					value={chosen}
					onChange={(event) => {
						const { value } = event.currentTarget;
						change(() => setChosen(value));
					}}
					error={entry === undefined ? null : serviceProblem}
					data={[
						...config.services.map((it) => ({ value: it.baseUrl, label: it.name })),
						{ value: another, label: 'Another service…' },
					]}
				/>
			)}
			{entry === undefined ? (
				<TextInput
					label="Service address"
					description="Its base URL ends in /api/v1, which is added when you leave it out."
					placeholder="https://data.example.org/api/v1"
					type="url"
					autoComplete="url"
					spellCheck={false}
					value={address}
					onChange={(event) => {
						const { value } = event.currentTarget;
						change(() => setAddress(value));
					}}
					error={serviceProblem}
				/>
			) : (
				<p className={classes.address}>{entry.baseUrl}</p>
			)}
			<PasswordInput
				label="Access token"
				autoComplete="off"
				spellCheck={false}
				value={token}
				onChange={(event) => {
					const { value } = event.currentTarget;
					change(() => setToken(value));
				}}
				error={tokenProblem}
				visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
			/>
			{entry?.authUrl && (
				<p className={classes.address}>
					Tokens of this service come from{' '}
					<a href={entry.authUrl} target="_blank" rel="noreferrer">
						{new URL(entry.authUrl).host}
					</a>
					.
				</p>
			)}
			<Checkbox
				label="Keep me signed in on this computer"
				description="Otherwise the token is forgotten when the browser closes."
				checked={keep}
				onChange={(event) => setKeep(event.currentTarget.checked)}
			/>
			<Button type="submit" loading={pending} fullWidth>
				Sign in
			</Button>
		</form>
	);
}

function targetOf(
	entry: RuntimeConfig['services'][number] | undefined,
	address: string,
	keep: boolean,
): Target | { readonly problem: string } {
	if (entry !== undefined) return { baseUrl: entry.baseUrl, serviceName: entry.name, keep };
	const read = readServiceAddress(address, null);
	return 'problem' in read ? read : { baseUrl: read.baseUrl, serviceName: new URL(read.baseUrl).host, keep };
}
