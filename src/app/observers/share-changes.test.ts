import { expect, test } from 'vitest';
import type { SharedNamespace } from '../../storage/shared-with-me.ts';
import { changesOf } from './share-changes.ts';

const share = (namespace: string, overrides: Partial<SharedNamespace> = {}): SharedNamespace => ({
	owner: 'demo',
	namespace,
	role: 'viewer',
	createdAt: `of ${namespace}`,
	...overrides,
});

test('reports revoked shares, but not new ones', () => {
	const before = [share('aviation'), share('nature')];
	expect(changesOf(before, [share('Nature'), share('geography')])).toEqual([{ kind: 'withdrawn', share: before[0] }]);
});

test('reports a changed role, and distinguishes a renamed namespace from a revoked one', () => {
	const before = [share('aviation'), share('nature')];
	const now = [share('aviation', { role: 'editor' }), share('wild', { createdAt: 'of nature' })];
	expect(changesOf(before, now)).toEqual([
		{ kind: 'role', share: before[0], role: 'editor' },
		{ kind: 'renamed', share: before[1], to: 'wild' },
	]);
});
