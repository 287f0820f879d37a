import { acceptInvitation, findInvited } from '../../platform/access/invitation.ts';
import { ServiceError } from '../../platform/core/service-error.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { ServiceApp, ServiceContext } from '../base/service-app.ts';
import { answerPage, goBack, readForm } from './answers.ts';
import { formTokenFor, isValidFormToken } from './form-guard.ts';
import { invitationPage, refusalPage } from './page.ts';

/** The page where an invited user chooses a passphrase, which also signs them in. */
export function routeInvitation(app: ServiceApp, platform: Platform): void {
	const { origin } = new URL(platform.settings.publicUrl);
	const show = (c: ServiceContext, username: string, problem: string | null, status: 200 | 400) => {
		const { search } = new URL(c.req.url);
		const html = invitationPage({ action: search, formToken: formTokenFor(platform, c, search), username, problem });
		return answerPage(c, html, origin, status);
	};
	app.on(['GET', 'POST'], '/auth/invitation', async (c) => {
		const key = c.req.query('key') ?? '';
		let username = '';
		try {
			({ username } = await findInvited(platform, platform.catalog.db, key));
			if (c.req.method !== 'POST') return show(c, username, null, 200);
			const form = await readForm(c);
			if (!isValidFormToken(platform, c, new URL(c.req.url).search, form.get('form') ?? '')) {
				return show(c, username, 'This form has expired or was opened in another window. Try again.', 400);
			}
			const passphrase = form.get('passphrase') ?? '';
			if (form.get('again') !== passphrase)
				return show(c, username, 'The passphrases don’t match. Enter the same passphrase twice.', 400);
			return goBack(c, await acceptInvitation(platform, key, passphrase));
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			if (error.code === 'VALIDATION_FAILED') return show(c, username, error.message, 400);
			if (error.code !== 'UNAUTHORIZED') throw error;
			return answerPage(
				c,
				refusalPage('This invitation isn’t valid', error.message, platform.settings.publicUrl),
				null,
				401,
			);
		}
	});
}
