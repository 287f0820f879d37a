import type { QueryClient } from '@tanstack/react-query';
import { PageFrame } from '../../ui/page-frame.tsx';

/* placeholder: whoever owns this folder replaces the file */
export function RunPage() {
	return <PageFrame title="RunPage" />;
}
export const loadRun = (_queryClient: QueryClient) => async () => null;
