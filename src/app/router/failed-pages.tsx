import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRevalidator } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';

/** In place of a page that could not be read or drawn: what happened, and what to do now. */
export function FailedPage({ error }: { readonly error: unknown }) {
	const queryClient = useQueryClient();
	const revalidator = useRevalidator();
	const again = () => {
		queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' });
		void revalidator.revalidate();
	};
	const { page, title } = words(error);
	return (
		<PageFrame title={page}>
			<ErrorPanel title={title} error={errorFacts(error)} onRetry={isApiError(error) ? again : () => location.reload()}>
				<Button variant="subtle" component={Link} to={paths.buildSpecs()} reloadDocument={!isApiError(error)}>
					Go to BuildSpecs
				</Button>
			</ErrorPanel>
		</PageFrame>
	);
}

function words(error: unknown): { page: string; title: string } {
	if (!isApiError(error)) return { page: 'This page could not be drawn', title: 'The console met an error of its own' };
	if (error.status === 404) return { page: 'Not found', title: 'The service has nothing at this address' };
	if (error.status === 403) return { page: 'Not allowed', title: 'You may not see this' };
	if (error.status === 401) return { page: 'Signed out', title: 'The service wants you to sign in again' };
	if (error.kind === 'unreachable') return { page: 'No connection', title: 'The service did not answer' };
	return { page: 'This page could not be read', title: 'The service could not answer' };
}

export function NotFoundPage() {
	const { pathname } = useLocation();
	return (
		<PageFrame title="Not found">
			<EmptyState
				title="There is no page at this address"
				action={
					<Button component={Link} to={paths.buildSpecs()}>
						Go to BuildSpecs
					</Button>
				}
			>
				<p>
					<code>{pathname}</code> leads nowhere in this console. The address may be mistyped, or what it led to has been
					deleted.
				</p>
			</EmptyState>
		</PageFrame>
	);
}
