import { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { allPages } from '../../../e2e/support/pages.ts';
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

test('every route has an entry in the list of pages that journeys go through', () => {
	const listed = new Set(['/', ...addresses].map(routeOf));
	const isRedirect = ({ lazy, Component, element }: RouteObject) => (lazy ?? Component ?? element) === undefined;
	expect(leaves(tree).filter((route) => !listed.has(route) && !isRedirect(route))).toEqual([]);
});

test('every entry of that list leads to a page', () => {
	expect(addresses.filter((address) => routeOf(address)?.path === '*')).toEqual(['/nowhere']);
});
