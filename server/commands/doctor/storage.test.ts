import { afterEach, expect, test, vi } from 'vitest';
import { objects } from './storage.ts';

afterEach(() => vi.unstubAllEnvs());

test('says what the admin can do about an object store that can’t be reached', async () => {
	vi.stubEnv('AWS_ACCESS_KEY_ID', 'doctor');
	vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'doctor');
	const s3 = { bucket: 'rows', endpoint: 'http://127.0.0.1:9', region: 'us-east-1', prefix: '', pathStyle: true };
	const [finding] = await objects({ s3 } as never);
	expect(finding).toEqual({
		what: 'S3',
		state: 'fail',
		details:
			'bucket rows at http://127.0.0.1:9: The object store http://127.0.0.1:9 can’t be reached. No stored data is lost.',
		remedy: 'Start the store or correct --s3-endpoint.',
	});
});
