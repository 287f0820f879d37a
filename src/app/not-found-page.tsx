import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { paths } from '../routing/paths.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { EmptyState } from '../ui/states.tsx';

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
