import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from './model.ts';
import { wayQuery } from './oauth/way.ts';
import { openRenewal, renewalAddress } from './renewal.ts';
import { configQuery, type ServiceEntry } from './runtime-config.ts';

const nobody: ServiceEntry = { name: '', baseUrl: '', authUrl: null };

/** Signing in again at the service's own page while this page waits; offered where the service has such a page. */
export function useRenewal(session: Session | null) {
	const { data: config } = useQuery(configQuery);
	const listed = config?.services.find((it) => it.baseUrl === session?.baseUrl);
	const entry = listed ?? { ...nobody, name: session?.serviceName ?? '', baseUrl: session?.baseUrl ?? '' };
	const way = useQuery({ ...wayQuery(entry), enabled: session !== null && config !== undefined });
	const [blockedAt, setBlockedAt] = useState<string | null>(null);
	return {
		isOffered: way.data !== undefined && way.data !== null,
		/** Where to go by oneself when the browser did not let a window open; null while it does. */
		blockedAt,
		open: () => {
			if (session === null) return;
			setBlockedAt(openRenewal(session) ? null : renewalAddress(session));
		},
	};
}
