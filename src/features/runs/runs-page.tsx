import type { QueryClient } from '@tanstack/react-query';
import { PageFrame } from '../../ui/page-frame.tsx';

/* placeholder: whoever owns this folder replaces the file */
export function RunsPage() {
	return <PageFrame title="RunsPage" />;
}
export const loadRuns = (_queryClient: QueryClient) => async () => null;
