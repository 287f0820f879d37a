// A real OpenID Connect provider as a separate process, started by oidc-provider.ts with one JSON argument.
import { Provider } from 'oidc-provider';

const { port, redirectUris, secret } = JSON.parse(process.argv[2] ?? '');
const issuer = `http://127.0.0.1:${port}`;

const people = {
	ann: {
		email: 'ann@example.org',
		email_verified: true,
		name: 'Ann Lee',
		preferred_username: 'ann',
		groups: ['data-admins'],
	},
	bob: { email: 'bob@example.org', email_verified: true, name: 'Bob Ray', preferred_username: 'bob', groups: [] },
	eve: { email: 'demo@example.org', email_verified: false, name: 'Eve', preferred_username: 'demo', groups: [] },
	sam: { email: 'sam@elsewhere.test', email_verified: true, name: 'Sam', preferred_username: 'sam', groups: [] },
	twin: { email: 'guest@example.org', email_verified: true, name: 'Guest', preferred_username: 'guest', groups: [] },
};

const provider = new Provider(issuer, {
	clients: [{ client_id: 'datasets', client_secret: secret, redirect_uris: redirectUris }],
	claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] },
	cookies: { keys: ['for tests'] },
	features: { devInteractions: { enabled: false } },
	interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
	pkce: { required: () => true },
	findAccount: (_, id) => (people[id] ? { accountId: id, claims: () => ({ sub: id, ...people[id] }) } : undefined),
	async loadExistingGrant({ oidc }) {
		const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
		grant.addOIDCScope('openid profile email');
		await grant.save();
		return grant;
	},
});

provider.use(async (ctx, next) => {
	if (!ctx.path.startsWith('/interaction/')) return next();
	if (ctx.method === 'GET') {
		ctx.type = 'html';
		ctx.body = `<!doctype html><html lang="en"><title>Example provider</title><h1>Example provider</h1>
			<form method="post"><label>Account <input name="account"></label> <button>Continue</button></form>`;
		return undefined;
	}
	let body = '';
	for await (const chunk of ctx.req) body += chunk;
	const accountId = new URLSearchParams(body).get('account') ?? '';
	const result = people[accountId] ? { login: { accountId } } : { error: 'access_denied' };
	ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
	return undefined;
});

provider.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
