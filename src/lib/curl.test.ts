import { execSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { setToken, toCurl } from './curl.ts';

const upload = {
	method: 'PUT',
	url: 'http://localhost:8750/api/v1/file-ingestions/demo/nature/it%27s/sales.csv?mode=upsert&key=id',
	bearer: true,
	file: "Anna's sales 2024 ($5).csv",
} as const;

test.skipIf(process.platform === 'win32')('passes every argument through a shell unchanged', () => {
	const printed = `curl() { printf '%s\\n' "$@"; }\n${setToken('posix', 'abc')}\n${toCurl(upload)}\n`;
	expect(execSync(printed, { encoding: 'utf8' }).trim().split('\n')).toEqual([
		...['--fail-with-body', '-T', upload.file, upload.url, '-H', 'Authorization: Bearer abc'],
	]);
});

test('writes a PowerShell command with curl.exe, doubled quotes and its line continuations', () => {
	expect(setToken('powershell', 'abc')).toBe("$TOKEN = 'abc'");
	expect(toCurl({ ...upload, shell: 'powershell' })).toBe(
		[
			`curl.exe --fail-with-body -T 'Anna''s sales 2024 ($5).csv' '${upload.url}' \``,
			'  -H "Authorization: Bearer $TOKEN"',
		].join('\n'),
	);
});
