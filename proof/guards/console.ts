import { type Guard, guardsIn } from './guard.ts';

/** Protections of the console. */
export const consoleGuards: readonly Guard[] = [
	...guardsIn(
		'src/api/request-url.ts',
		['src/api/request-url.test.ts'],
		[
			['values that leave their path segment', 'return encodeURIComponent(value);', 'return value;'],
			['"." and ".." as values', "if (value === '.' || value === '..') throw", "if (value === '/') throw"],
			['look-alike hosts', 'return target.origin === own.origin && ', 'return target.href.startsWith(own.origin) && '],
			['paths that look like the base path', '.pathname}/`)', '.pathname}`)'],
			['escaped paths out of the base path', 'if (/%2e|%5c|\\\\/i.test(address) || target', 'if (target'],
			['dots next to an escaped slash', 'target.pathname.split(/\\/|%2f/i)', 'target.pathname.split(/\\//)'],
		],
	),
	...guardsIn(
		'src/api/http.ts',
		['src/api/http.test.ts'],
		[
			[
				'the token sent only to the service’s own agents',
				'withToken && isUnder(baseUrl, url) ? token : null',
				'withToken ? token : null',
			],
		],
	),
	...guardsIn(
		'src/api/read-address.ts',
		['src/api/http.test.ts'],
		[['the token sent only to the service', 'isUnder(baseUrl, url) ? token : null;', 'token;']],
	),
	...guardsIn(
		'src/api/retry.ts',
		['src/api/retry.test.ts'],
		[
			['endless retries of reads', 'failures < maxReadRetries && ', ''],
			['retries of permanent errors', '&& isPassing(error) ', ''],
			['retries before the service allows', 'Math.max(retryDelay(failures), saidWait(error))', 'retryDelay(failures)'],
		],
	),
	...guardsIn(
		'src/features/build-specs/mutations.ts',
		['src/features/build-specs/mutations.test.ts', 'src/features/build-specs/versions/histories.test.ts'],
		[
			['saves over another user’s version, with ETags', '{ ifMatch: base.etag }', '{}'],
			[
				'saves over another user’s version, without ETags',
				'if (base.version !== null && now.value.version !== base.version) return',
				'if (base.version === -1) return',
			],
		],
	),
	...guardsIn(
		'lib/delimited/formula.ts',
		['src/rows/operations/export/copy-text.test.ts'],
		[['formulas in exports', 'opening.test(text) &&', "opening.test('') &&"]],
	),
	...guardsIn(
		'src/lib/visible-text.ts',
		['src/lib/visible-text.test.ts'],
		[
			[
				'characters that change the text direction',
				'\t\t.replace(turning, (value) =>',
				'\t\t.replace(/\\ue000/g, (value) =>',
			],
		],
	),
	...guardsIn(
		'src/lib/file-name.ts',
		['src/lib/browser/save-file.test.ts'],
		[
			['file names that leave their folder', '<>:"/\\\\|?*', '<>:"|?*'],
			['file names that look like others', '\\u2028-\\u202e', ''],
		],
	),
	...guardsIn(
		'src/a2a/sse.ts',
		['src/a2a/sse.test.ts'],
		[
			['endless events', 'maxBufferSize: limit,', ''],
			['streams that nobody reads anymore', 'reader.cancel().catch(() => {});', ''],
		],
	),
];
