// An S3 server for tests and journeys, on loopback and a free port, with one bucket, "data", in a temporary folder. It prints its URL. Start it with
// --openssl-legacy-provider, which lists of more than one page need.
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
// The parent process holds the other end, so this process ends with it.
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
