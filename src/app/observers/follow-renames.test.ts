import { expect, test } from 'vitest';
import { renamedAddress } from './follow-renames.ts';

const rename = { service: 's', owner: 'demo', from: 'my nature', to: 'earth/x' };

test('renames URLs below the namespace and no others', () => {
	expect(renamedAddress('/namespaces/demo/my%20nature', rename)).toBe('/namespaces/demo/earth%2Fx');
	expect(renamedAddress('/namespaces/demo/My%20Nature/quakes/columns', rename)).toBe(
		'/namespaces/demo/earth%2Fx/quakes/columns',
	);
	expect(renamedAddress('/namespaces/ann/my%20nature', rename)).toBeNull();
	expect(renamedAddress('/build-specs/demo', rename)).toBeNull();
	expect(renamedAddress('/x/%E0%A4%A', rename)).toBeNull();
});

test('renames URLs of a dataset and no others', () => {
	const dataset = { service: 's', owner: 'demo', namespace: 'nature', from: 'quakes', to: 'big ones' };
	expect(renamedAddress('/namespaces/demo/Nature/quakes/columns', dataset)).toBe(
		'/namespaces/demo/Nature/big%20ones/columns',
	);
	expect(renamedAddress('/namespaces/demo/nature', dataset)).toBeNull();
	expect(renamedAddress('/namespaces/demo/other/quakes', dataset)).toBeNull();
});
