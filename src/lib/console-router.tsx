import { createContext } from 'react';
import { type DataRouter, RouterProvider } from 'react-router';

/** The router itself, whose state has a navigation before its page renders; null without a `ConsoleRouter`. */
export const ConsoleRouterContext = createContext<DataRouter | null>(null);

/** Renders a router's pages. Hooks see the rendered page; the context also provides the router. */
export const ConsoleRouter = ({ router }: { readonly router: DataRouter }) => (
	<ConsoleRouterContext value={router}>
		<RouterProvider router={router} />
	</ConsoleRouterContext>
);
