import { expect, test } from 'vitest';
import { formatCoordinate, splitNames } from './dataset.ts';

test.each([
	['demo', 'aviation', 'flights'],
	['a/b', 'c\\', '\\/d'],
	['/', '\\\\', 'x y/'],
	['é/😀', '"q"', '%2F'],
])('parses the formatted coordinate of %j, %j and %j', (owner, namespace, datasetName) => {
	expect(splitNames(formatCoordinate({ owner, namespace, datasetName }))).toEqual([owner, namespace, datasetName]);
});

test('only slashes need escaping in typed names', () => {
	expect(splitNames('demo/C:\\temp/t')).toEqual(['demo', 'C:\\temp', 't']);
});
