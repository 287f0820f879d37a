import { SignInCode } from '#contract/sign-in.ts';
import { exchangeCode } from '../../platform/access/sign-in.ts';
import { explainIssues } from '../../platform/core/issues.ts';
import { invalid } from '../../platform/core/service-error.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { readJson } from '../base/body.ts';
import type { ServiceApp } from '../base/service-app.ts';

const maxCodeBytes = 4_096;

/** `POST /auth/code`, beside the API: the one place that gives a token to someone who has none. */
export function routeSignIn(app: ServiceApp, platform: Platform): void {
	app.post('/auth/code', async (c) => {
		c.header('Cache-Control', 'no-store');
		const given = await readJson(c.req.raw, maxCodeBytes);
		const parsed = SignInCode.safeParse(given);
		if (!parsed.success) throw invalid(explainIssues(given, parsed.error.issues));
		return c.json(await exchangeCode(platform, parsed.data.code), 200);
	});
}
