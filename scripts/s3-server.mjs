// An S3 server for tests and journeys, on loopback and a free port, with one bucket, "data", in a folder that is gone afterwards.
// It prints its address. To be started with --openssl-legacy-provider: lists of more than one page need it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const cors = `<CORSConfiguration><CORSRule>
	<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedHeader>*</AllowedHeader>
	<ExposeHeader>ETag</ExposeHeader><ExposeHeader>Content-Range</ExposeHeader><ExposeHeader>Accept-Ranges</ExposeHeader>
</CORSRule></CORSConfiguration>`;

const directory = mkdtempSync(join(tmpdir(), 's3-server-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
// Whoever started it holds the other end: with them it goes.
process.stdin.on('end', () => process.exit()).resume();

const server = new S3rver({
	address: '127.0.0.1',
	port: Number(process.argv[2] ?? 0),
	silent: true,
	directory,
	configureBuckets: [{ name: 'data', configs: [cors] }],
});
const { port } = await server.run();
console.log(`http://127.0.0.1:${port}`);
