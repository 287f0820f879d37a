import type { TestTable } from '../../server/testing/put-table.ts';
import type { TestService } from '../../server/testing/service.ts';

/** Has rows queried, to the end. */
export async function ask(service: TestService, { source }: TestTable, operation: string, body: object): Promise<void> {
	const response = await service.request('POST', `/rows/${operation}`, { as: 'demo', body: { source, ...body } });
	const text = await response.text();
	if (response.status !== 200) throw new Error(`${operation}: ${text}`);
}

export async function timed(act: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}
