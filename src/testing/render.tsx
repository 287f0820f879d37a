import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { cssVariables, theme } from '../ui/theme/theme.ts';

/** Renders with the theme and its own query client, without retries. */
export function renderWithProviders(
	element: ReactElement,
	queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
	const wrapper = ({ children }: { children: ReactNode }) => (
		<QueryClientProvider client={queryClient}>
			<MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
				{children}
			</MantineProvider>
		</QueryClientProvider>
	);
	return { queryClient, ...render(element, { wrapper }) };
}
