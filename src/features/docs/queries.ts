import { queryOptions } from '@tanstack/react-query';
import { loadSections } from './model.ts';

export const sectionsQuery = queryOptions({
	queryKey: ['guide-sections'] as const,
	queryFn: loadSections,
	staleTime: Number.POSITIVE_INFINITY,
});
