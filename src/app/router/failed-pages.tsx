import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useRevalidator } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { ErrorPanel } from '../../ui/states/error-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';

export function FailedPage({ error }: { readonly error: unknown }) {
	const queryClient = useQueryClient();
	const revalidator = useRevalidator();
	const again = () => {
		queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' });
		void revalidator.revalidate();
	};
	const { page, title } = messagesOf(error);
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

function messagesOf(error: unknown): { page: string; title: string } {
	if (!isApiError(error)) return { page: 'Page error', title: 'Something went wrong in the console' };
	if (error.status === 404) return { page: 'Not found', title: 'This item doesn’t exist or isn’t shared with you' };
	if (error.status === 403) return { page: 'Access denied', title: 'You can’t open this page' };
	if (error.status === 401) return { page: 'Signed out', title: 'Sign in again to continue' };
	if (error.kind === 'unreachable') return { page: 'No connection', title: 'The service isn’t responding' };
	return { page: 'Service error', title: 'The service returned an error' };
}

export function NotFoundPage() {
	const { pathname } = useLocation();
	return (
		<PageFrame title="Not found">
			<EmptyState
				title="This page doesn’t exist"
				action={
					<Button component={Link} to={paths.buildSpecs()}>
						Go to BuildSpecs
					</Button>
				}
			>
				<p>
					<code>{pathname}</code> isn’t a page in this console. Check the URL for typos.
				</p>
			</EmptyState>
		</PageFrame>
	);
}
