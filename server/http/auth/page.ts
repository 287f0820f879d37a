import { createHash } from 'node:crypto';
import { style } from './style.ts';

/** Escapes text for an element or attribute. */
const text = (value: string): string => value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export interface SignInPage {
	/** Where the form is submitted: the page's own URL, with the console's parameters. */
	readonly action: string;
	readonly formToken: string;
	/** Where the user returns to. */
	readonly returnTo: string;
	readonly username: string;
	readonly problem: { readonly way: 'passphrase' | 'code' | 'provider'; readonly message: string } | null;
	/** Which methods the service offers. */
	readonly passphrases: boolean;
	readonly codes: boolean;
	readonly provider: { readonly address: string; readonly label: string } | null;
}

/** The sign-in form: by provider, by username and passphrase, or by one-time code. It needs no script. */
export function signInPage(options: SignInPage): string {
	const { action, formToken, returnTo, username, problem, passphrases, codes, provider } = options;
	const wrong = (way: 'passphrase' | 'code') =>
		problem?.way === way ? ' aria-invalid="true" aria-describedby="problem"' : '';
	const focus = (field: 'username' | 'passphrase' | 'code'): string => {
		// Pressing Enter in a field submits its form, so with a provider above, no field gets the focus by default.
		if (provider !== null && problem?.way !== 'passphrase' && problem?.way !== 'code') return '';
		const wanted = problem?.way === 'code' ? 'code' : username === '' ? 'username' : 'passphrase';
		return field === wanted ? ' autofocus' : '';
	};
	const form = (fields: string) => `<form method="post" action="${text(action)}">
<input type="hidden" name="form" value="${text(formToken)}">
${fields}
</form>`;
	const withPassphrase = form(`<label for="username">Username</label>
<input id="username" name="username" value="${text(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="128" required${wrong('passphrase')}${focus('username')}>
<label for="passphrase">Passphrase</label>
<input id="passphrase" name="passphrase" type="password" autocomplete="current-password" maxlength="1000" required${wrong('passphrase')}${focus('passphrase')}>
<button${provider === null ? ' class="main"' : ''}>Sign in</button>`);
	const withCode = `<details${problem?.way === 'code' ? ' open' : ''}>
<summary>Use a one-time code instead</summary>
${form(`<label for="code">One-time code</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="2000" required aria-describedby="code-help${problem?.way === 'code' ? ' problem' : ''}"${problem?.way === 'code' ? ' aria-invalid="true"' : ''}${focus('code')}>
<p class="help" id="code-help">Run <code>npm run sign-in</code> on the service’s machine. Enter the link it prints, or only the part after <code>code=</code>.</p>
<button>Sign in with code</button>`)}
</details>`;
	// A link, not a form: browsers would apply form-action to every redirect of the provider.
	const withProvider =
		provider === null ? '' : `<a class="button main" href="${text(provider.address)}">${text(provider.label)}</a>`;
	const isBoth = provider !== null && passphrases;
	return page(
		'Sign in',
		`<h1>Sign in</h1>
<p class="to">You’ll return to <strong>${text(returnTo)}</strong></p>
${problem === null ? '' : `<p class="problem" id="problem" role="alert"><span aria-hidden="true">!</span> ${text(problem.message)}</p>`}
${[withProvider, isBoth ? '<p class="or">or with a passphrase</p>' : '', passphrases ? withPassphrase : '', codes ? withCode : ''].filter((part) => part !== '').join('\n')}
${form('<button class="quiet" name="cancel" value="yes">Go back without signing in</button>')}`,
	);
}

interface InvitationPage extends Pick<SignInPage, 'action' | 'formToken' | 'username'> {
	readonly problem: string | null;
}

export const invitationPage = ({ action, formToken, username, problem }: InvitationPage): string =>
	page(
		'Choose a passphrase',
		`<h1>Welcome, ${text(username)}</h1>
<p class="to">Choose a passphrase of 8 or more characters. You’ll use it to sign in.</p>
${problem === null ? '' : `<p class="problem" id="problem" role="alert"><span aria-hidden="true">!</span> ${text(problem)}</p>`}
<form method="post" action="${text(action)}">
<input type="hidden" name="form" value="${text(formToken)}">
<input type="hidden" name="username" value="${text(username)}" autocomplete="username">
<label for="passphrase">Passphrase</label>
<input id="passphrase" name="passphrase" type="password" autocomplete="new-password" minlength="8" maxlength="1000" required autofocus>
<label for="again">Repeat passphrase</label>
<input id="again" name="again" type="password" autocomplete="new-password" minlength="8" maxlength="1000" required>
<button class="main">Sign in</button>
</form>`,
	);

/** The error page for requests that can't be redirected back. @param consoleUrl where to start again */
export const refusalPage = (title: string, message: string, consoleUrl: string): string =>
	page(
		title,
		`<h1>${text(title)}</h1>\n<p role="alert">${text(message)}</p>\n<a class="button main" href="${text(consoleUrl)}/">Open the console</a>`,
	);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(title)} · Dataset Console</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="product">Dataset Console</p>
${body}
</main>
</body>
</html>
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Allows only the page's own style and form; browsers apply `form-action` to the redirect too, so the console's origin is listed. */
export const policyOf = (returnOrigin: string | null): string =>
	[
		"default-src 'none'",
		`style-src 'sha256-${styleHash}'`,
		`form-action ${returnOrigin === null ? "'none'" : `'self' ${returnOrigin}`}`,
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join('; ');
