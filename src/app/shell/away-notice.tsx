import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSessionStore } from '../../features/session/model.ts';
import { useReachable } from '../../features/session/queries.ts';
import { Notice } from '../../ui/states.tsx';

/** Above the page while the service does not answer: what that means here, and that nothing is lost by it. */
export function AwayNotice() {
	const away = useReachable() === false;
	const base = useSessionStore((state) => state.session?.baseUrl);
	const queryClient = useQueryClient();
	if (!away || base === undefined) return null;
	return (
		<Notice
			tone="warning"
			title={`The service at ${new URL(base).origin} does not answer`}
			action={
				<Button
					variant="default"
					size="compact-sm"
					onClick={() => void queryClient.refetchQueries({ queryKey: ['connection'] })}
				>
					Try again
				</Button>
			}
		>
			What is on this page stays, and what you type is kept. Saving and previews wait until it is back; it is asked
			again by itself.
		</Notice>
	);
}
