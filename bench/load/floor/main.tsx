import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, RouterProvider } from 'react-router';
import { create } from 'zustand';

interface Listed {
	readonly items: readonly { readonly id: string; readonly name: string; readonly by: string }[];
}

const useToken = create<{ readonly token: string }>(() => ({ token: 'floor' }));

/** One list of 25 rows, requested with a token: the minimum of a page with these libraries. */
function List() {
	const token = useToken((item) => item.token);
	const { data } = useQuery({
		queryKey: ['list'],
		queryFn: async (): Promise<Listed> => {
			const answer = await fetch('/list.json', { headers: { authorization: `Bearer ${token}` } });
			return (await answer.json()) as Listed;
		},
	});
	return (
		<table>
			<tbody>
				{data?.items.map(({ id, name, by }) => (
					<tr key={id}>
						<td>
							<Link to={`/${id}`}>{name}</Link>
						</td>
						<td>{by}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

const router = createBrowserRouter([{ path: '*', element: <List /> }]);
const root = document.getElementById('root');
if (root !== null) {
	createRoot(root).render(
		<QueryClientProvider client={new QueryClient()}>
			<RouterProvider router={router} />
		</QueryClientProvider>,
	);
}
