import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { allPages } from '../../../e2e/support/pages.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { routes } from './router.tsx';

const tree = routes(new QueryClient(), () => async () => ({}));
const addresses = allPages({
	spec: 's',
	run: 'r',
	before: 'b',
	plan: 'p',
	token: 't',
	ingestion: 'i',
	conversation: 'c',
	owner: 'o',
	namespace: 'n',
	dataset: 'd',
}).map(({ path }) => path);
const routeOf = (address: string): RouteObject | undefined => matchRoutes(tree, address)?.at(-1)?.route;

const leaves = (from: readonly RouteObject[]): RouteObject[] =>
	from.flatMap((route) => (route.children === undefined ? [route] : leaves(route.children)));

test('lists every route among the pages that journeys visit', () => {
	const listed = new Set(['/', ...addresses].map(routeOf));
	const isRedirect = ({ lazy, Component, element }: RouteObject) => (lazy ?? Component ?? element) === undefined;
	expect(leaves(tree).filter((route) => !listed.has(route) && !isRedirect(route))).toEqual([]);
});

test('lists only URLs that lead to a page', () => {
	expect(addresses.filter((address) => routeOf(address)?.path === '*')).toEqual(['/nowhere']);
});

test.each([
	['/namespaces/ann/shop', 'ann/shop'],
	['/namespaces/ann/shop/orders', 'ann/shop/orders'],
	['/namespaces/ann/shop/orders/compare/1/2', null],
	['/runs/r', null],
])('shows the title of %s while it loads if the URL contains it', async (address, title) => {
	const pages = routes(new QueryClient(), () => () => new Promise(() => {}))[0]?.children?.at(-1)?.children;
	const router = createMemoryRouter([{ path: '/', Component: Outlet, children: pages ?? [] }], {
		initialEntries: [address],
	});
	renderWithProviders(<RouterProvider router={router} />);
	expect(await screen.findByText('Loading…')).toBeTruthy();
	expect(screen.queryByRole('heading', { level: 1 })?.textContent ?? null).toBe(title);
});
