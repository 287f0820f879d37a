import type { S3Settings } from '../../settings/settings.ts';
import { errorCode, networkCodes } from '../error-code.ts';
import { StoreError } from './types.ts';

/** Explains an error of a store. @throws StoreError always */
export function explainS3(error: unknown, { endpoint, bucket, region }: S3Settings): never {
	const where = `The object store ${endpoint ?? `Amazon S3 (${region})`}`;
	const [name, message] = error instanceof Error ? [error.name, error.message] : ['', String(error)];
	const words = problems[errorCode(error)] ?? problems[name];
	throw new StoreError(
		`${where} ${words === undefined ? `reported an error (${message || name}). Try again in a moment. If the problem persists, ask your admin to check the store’s log.` : words(bucket)}`,
		{
			cause: error,
		},
	);
}

const unreachable = () =>
	'can’t be reached. No stored data is lost. Try again in a moment. If the problem persists, ask your admin to start the store or correct --s3-endpoint.';
const refused = () =>
	'rejected the credentials. Ask your admin to correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and check the clock on the service’s machine.';

/** Messages by error code of the system or the store. */
const problems: Readonly<Record<string, (bucket: string) => string>> = {
	...Object.fromEntries([...networkCodes, 'EPIPE', 'TimeoutError'].map((code) => [code, unreachable])),
	SignatureDoesNotMatch: refused,
	InvalidAccessKeyId: refused,
	ExpiredToken: refused,
	RequestTimeTooSkewed: refused,
	CredentialsProviderError: () =>
		'needs credentials, and none were found. Ask your admin to set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
	AccessDenied: (bucket) =>
		`doesn’t let the service read, write, list and delete objects in the bucket "${bucket}". Ask your admin to grant these permissions.`,
	NoSuchBucket: (bucket) => `has no bucket "${bucket}". Ask your admin to create the bucket or correct --s3-bucket.`,
};
