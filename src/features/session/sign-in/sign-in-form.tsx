import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { useFocusInvalid } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { TokenField } from '../../../ui/primitives/token-field.tsx';
import { useSessionStore } from '../model.ts';
import { signInMethodQuery } from '../oauth/sign-in-method.ts';
import type { ServiceEntry } from '../runtime-config.ts';
import { readServiceAddress } from '../service-address.ts';
import type { SignInData } from './load-sign-in.ts';
import classes from './sign-in-page.module.css';
import { useAuthorization } from './use-authorization.ts';
import { useTokenSignIn } from './use-token-sign-in.ts';

const another = 'another';

export function SignInForm() {
	const { config, next, wanted, baseUrl } = useLoaderData<SignInData>();
	const listed = config.services.find((service) => service.baseUrl === baseUrl);
	const fields = useRef<HTMLFormElement>(null);
	const expectInvalid = useFocusInvalid(fields);
	const authorization = useAuthorization();
	const navigate = useNavigate();
	const [before] = useState(() => useSessionStore.getState().session);
	const { submit, forget, pending, problem } = useTokenSignIn(() => {
		// Loads a new document, so no data of another user stays in memory.
		if (before !== null) location.assign(new URL(`.${next}`, document.baseURI));
		else void navigate(next, { replace: true });
	});
	const form = useForm({
		initialValues: {
			service: listed?.baseUrl ?? (baseUrl === null ? config.services[0]?.baseUrl : null) ?? another,
			address: listed === undefined ? (baseUrl ?? '') : '',
			keep: false,
			token: '',
		},
		validate: {
			address: (address, { service }) => {
				const read = service === another ? readTyped(address) : null;
				return read !== null && 'problem' in read && read.problem;
			},
		},
		// Errors are cleared on any change.
		onValuesChange: () => {
			authorization.forget();
			forget();
		},
	});
	const entry = config.services.find((service) => service.baseUrl === form.values.service);
	const way = useQuery(signInMethodQuery(entry));
	// A typed address is only checked when the user continues.
	const hasPage = entry === undefined || way.isPending || (way.data ?? null) !== null;

	const act = (go: (entry: ServiceEntry, values: typeof form.values) => void) => {
		const submitted = form.onSubmit((values) => {
			const read = entry ?? readTyped(values.address);
			if ('baseUrl' in read) go(read, values);
		});
		return (event?: SyntheticEvent<HTMLFormElement>) => {
			expectInvalid();
			submitted(event);
		};
	};
	const onSubmit = act(({ baseUrl, name: serviceName }, { keep, token }) =>
		submit({ baseUrl, serviceName, keep }, token),
	);
	const goThere = act((entry, { keep }) => authorization.go({ entry, keep, next, user: wanted?.username ?? null }));
	const service = form.getInputProps('service');
	const address = form.getInputProps('address');
	const atService = authorization.problem ?? (problem?.field === 'service' ? problem.message : null);
	return (
		<Stack ref={fields} onSubmit={onSubmit} component="form" gap={4} noValidate>
			{config.services.length > 0 && (
				<NativeSelect
					label="Service"
					{...service}
					onChange={(event) => {
						form.clearErrors();
						service.onChange(event);
					}}
					error={entry === undefined ? null : atService}
					data={[
						...config.services.map((service) => ({ value: service.baseUrl, label: service.name })),
						{ value: another, label: 'Another service…' },
					]}
				/>
			)}
			{entry === undefined ? (
				<TextInput
					label="Service URL"
					description="The service’s base URL. The console adds /api/v1 if it’s missing."
					placeholder="https://data.example.org/api/v1"
					type="url"
					autoComplete="url"
					spellCheck={false}
					{...address}
					error={address.error ?? atService}
				/>
			) : (
				<Muted component="p" size="small" breaks style={{ marginTop: 'calc(-1 * var(--space-3))' }}>
					{entry.baseUrl}
				</Muted>
			)}
			<Checkbox
				label="Keep me signed in on this computer"
				description="Otherwise, closing the console’s last tab signs you out."
				{...form.getInputProps('keep', { type: 'checkbox' })}
			/>
			{hasPage && (
				<>
					<Button
						onClick={() => goThere()}
						loading={authorization.pending}
						disabled={entry !== undefined && way.isPending}
						fullWidth
					>
						Continue to sign-in page
					</Button>
					<Inline component="p" gap={2} nowrap tone="muted" size="small" className={classes.or}>
						or with an access token
					</Inline>
				</>
			)}
			<TokenField {...form.getInputProps('token')} error={problem?.field === 'token' ? problem.message : null} />
			<Button type="submit" variant={hasPage ? 'default' : 'filled'} loading={pending} fullWidth>
				Sign in
			</Button>
		</Stack>
	);
}

function readTyped(address: string): ServiceEntry | { readonly problem: string } {
	const read = readServiceAddress(address, null);
	if ('problem' in read) return read;
	return { name: new URL(read.baseUrl).host, baseUrl: read.baseUrl, authUrl: null };
}
