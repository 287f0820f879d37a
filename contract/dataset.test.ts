import { expect, test } from 'vitest';
import { formatCoordinate, splitNames } from './dataset.ts';

test.each([
	['demo', 'aviation', 'flights'],
	['a/b', 'c\\', '\\/d'],
	['/', '\\\\', 'x y/'],
	['é/😀', '"q"', '%2F'],
])('a coordinate of %j, %j and %j is read as it was written', (owner, namespace, datasetName) => {
	expect(splitNames(formatCoordinate({ owner, namespace, datasetName }))).toEqual([owner, namespace, datasetName]);
});

test('what somebody types needs no escape but for a slash', () => {
	expect(splitNames('demo/C:\\temp/t')).toEqual(['demo', 'C:\\temp', 't']);
});
