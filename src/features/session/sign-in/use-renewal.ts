import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../routing/paths.ts';
import type { Session } from '../model.ts';
import { signInMethodQuery } from '../oauth/sign-in-method.ts';
import { configQuery } from '../runtime-config.ts';

/** Signing in again in a small window while this page waits, if the service has a sign-in page. */
export function useRenewal(session: Session | null) {
	const { data: config } = useQuery(configQuery);
	const listed = config?.services.find((service) => service.baseUrl === session?.baseUrl);
	const entry = session === null || config === undefined ? undefined : { baseUrl: session.baseUrl, authUrl: null };
	const way = useQuery(signInMethodQuery(listed ?? entry));
	const [blockedAt, setBlockedAt] = useState<string | null>(null);
	return {
		isOffered: way.data !== undefined && way.data !== null,
		/** URL to open manually if the browser blocked the window; otherwise null. */
		blockedAt,
		/** Opens a small window. This page keeps its state. */
		open: () => {
			if (session === null) return;
			const address = new URL(`.${paths.signInAs(session, true)}`, document.baseURI).href;
			const opened = window.open(address, 'dataset-console-sign-in', 'popup,width=480,height=720');
			opened?.focus();
			setBlockedAt(opened === null ? address : null);
		},
	};
}
