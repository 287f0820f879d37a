import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
	AbortMultipartUploadCommand,
	CompleteMultipartUploadCommand,
	CopyObjectCommand,
	CreateMultipartUploadCommand,
	DeleteObjectCommand,
	GetObjectCommand,
	HeadObjectCommand,
	ListObjectsV2Command,
	PutObjectCommand,
	S3Client,
	UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Settings } from '../../settings/settings.ts';
import { hashBytes } from './hash-file.ts';
import { explainS3 } from './s3-errors.ts';
import type { DownloadOptions } from './types.ts';

export interface BucketObject {
	readonly bytes: number;
	readonly storedAt: Date;
	/** Changes whenever the key's content is written. */
	readonly version: string;
}

/** Larger objects are uploaded in parts of this size; S3 requires at least 5 MiB per part and at most 10,000 parts. */
const partBytes = 64 * 2 ** 20;
const keptAtName = 'kept-at';

export type Bucket = ReturnType<typeof openBucket>;

/** A bucket, or a prefix of one; all methods throw StoreError. @param sizes for tests: another part size */
export function openBucket(settings: S3Settings, sizes = { partBytes }) {
	const client = clientOf(settings, settings.endpoint);
	const signer = clientOf(settings, settings.publicEndpoint ?? settings.endpoint);
	const at = (key: string) => ({ Bucket: settings.bucket, Key: settings.prefix + key });
	const explaining = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => explainS3(error, settings));

	const putParts = async (key: string, file: string, bytes: number, storedAt: Date) => {
		const { UploadId } = await client.send(
			new CreateMultipartUploadCommand({
				...at(key),
				ChecksumAlgorithm: 'SHA256',
				Metadata: { [keptAtName]: storedAt.toISOString() },
			}),
		);
		try {
			const parts: { PartNumber: number; ETag: string | undefined; ChecksumSHA256: string }[] = [];
			const size = Math.max(sizes.partBytes, Math.ceil(bytes / 10_000));
			for (let start = 0; start < bytes; start += size) {
				const end = Math.min(bytes, start + size) - 1;
				const PartNumber = parts.length + 1;
				// A store that verifies it rejects a part that was changed in transit.
				const { sha256 } = await hashBytes(createReadStream(file, { start, end }));
				const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
				const Body = createReadStream(file, { start, end });
				const part = { ...at(key), UploadId, PartNumber, Body, ChecksumSHA256, ContentLength: end - start + 1 };
				const { ETag } = await client.send(new UploadPartCommand(part));
				parts.push({ PartNumber, ETag, ChecksumSHA256 });
			}
			await client.send(
				new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts: parts } }),
			);
		} catch (error) {
			await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(() => undefined);
			throw error;
		}
	};

	return {
		/** The URL of a key for Hadoop's S3 client. */
		location: (key: string): string => `s3a://${settings.bucket}/${settings.prefix}${key}`,
		/** Null if the key doesn't exist. */
		async head(key: string): Promise<BucketObject | null> {
			try {
				const { ContentLength, ETag, LastModified, Metadata } = await client.send(new HeadObjectCommand(at(key)));
				const kept = new Date(Metadata?.[keptAtName] ?? '');
				const storedAt = Number.isNaN(kept.getTime()) ? (LastModified ?? new Date()) : kept;
				return { bytes: ContentLength ?? 0, storedAt, version: `${ETag} ${ContentLength} ${LastModified?.getTime()}` };
			} catch (error) {
				return absent(error) ? null : explainS3(error, settings);
			}
		},
		async get(key: string): Promise<Readable | null> {
			try {
				return (await client.send(new GetObjectCommand(at(key)))).Body as Readable;
			} catch (error) {
				return absent(error) ? null : explainS3(error, settings);
			}
		},
		async putText(key: string, text: string, storedAt: Date) {
			const Metadata = { [keptAtName]: storedAt.toISOString() };
			const Body = Buffer.from(text);
			await explaining(client.send(new PutObjectCommand({ ...at(key), Body, ContentLength: Body.length, Metadata })));
		},
		async putFile(key: string, file: string, bytes: number, sha256: string, storedAt: Date): Promise<void> {
			if (bytes > sizes.partBytes) return explaining(putParts(key, file, bytes, storedAt));
			const content = {
				Body: createReadStream(file),
				ContentLength: bytes,
				ContentType: 'application/vnd.apache.parquet',
				// A store that verifies it rejects data that was changed in transit.
				ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
				Metadata: { [keptAtName]: storedAt.toISOString() },
			};
			await explaining(client.send(new PutObjectCommand({ ...at(key), ...content })));
		},
		/** Copies an object of at most 5 GB. @returns whether the store confirms this hash for the copy */
		async copy(from: string, to: string, sha256: string, storedAt: Date): Promise<boolean> {
			const source = `${settings.bucket}/${settings.prefix}${from}`.split('/').map(encodeURIComponent).join('/');
			const wanted = {
				CopySource: source,
				ChecksumAlgorithm: 'SHA256' as const,
				ContentType: 'application/vnd.apache.parquet',
				MetadataDirective: 'REPLACE' as const,
				Metadata: { [keptAtName]: storedAt.toISOString() },
			};
			const { CopyObjectResult } = await explaining(client.send(new CopyObjectCommand({ ...at(to), ...wanted })));
			return CopyObjectResult?.ChecksumSHA256 === Buffer.from(sha256, 'hex').toString('base64');
		},
		async remove(key: string) {
			await explaining(client.send(new DeleteObjectCommand(at(key))));
		},
		async *list(prefix: string) {
			let token: string | undefined;
			do {
				const wanted = { Bucket: settings.bucket, Prefix: settings.prefix + prefix, ContinuationToken: token };
				const page = await explaining(client.send(new ListObjectsV2Command(wanted)));
				for (const { Key, Size, LastModified } of page.Contents ?? []) {
					if (Key === undefined) continue;
					yield { key: Key.slice(settings.prefix.length), bytes: Size ?? 0, at: LastModified ?? new Date() };
				}
				token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
			} while (token !== undefined);
		},
		sign: (key: string, { fileName, seconds }: DownloadOptions) =>
			explaining(
				getSignedUrl(
					signer,
					new GetObjectCommand({
						...at(key),
						ResponseContentType: 'application/vnd.apache.parquet',
						ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
						ResponseCacheControl: 'private, no-cache',
					}),
					{ expiresIn: seconds },
				),
			),
		close() {
			client.destroy();
			signer.destroy();
		},
	};
}

// Otherwise the library warns about Node 20, which this project still supports, in every command.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

/** The SDK finds the credentials: in the environment, in its files, or from the machine. */
const clientOf = ({ region }: S3Settings, endpoint: string | null): S3Client =>
	new S3Client({
		region,
		maxAttempts: 4,
		// Compatible stores don't have bucket names as hosts, and don't support every checksum.
		...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
	});

const absent = (error: unknown): boolean => error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name);
