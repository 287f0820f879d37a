import { createContext } from 'react';
import { type DataRouter, RouterProvider } from 'react-router';

/** The router itself, which knows of a navigation before a page is drawn with it; null without a `ConsoleRouter`. */
export const ConsoleRouterContext = createContext<DataRouter | null>(null);

/** Draws a router's pages. React Router's hooks tell them what is drawn; the context also gives them the router. */
export const ConsoleRouter = ({ router }: { readonly router: DataRouter }) => (
	<ConsoleRouterContext value={router}>
		<RouterProvider router={router} />
	</ConsoleRouterContext>
);
