import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { connectFiles, type FileOptions } from '../../rows/files/file-source.ts';
import { exactText, isMissing, type OpenedFile } from '../../rows/index.ts';
import { jobs } from '../../rows/operations/jobs.ts';
import { serveFiles } from '../../rows/worker/serve-files.ts';

type Answer = Buffer | ((response: ServerResponse) => void);

let server: Server;
let origin: string;
let count = 0;
const answers = new Map<string, Answer>();
let files: ReturnType<typeof connectFiles>;

/** Opens files like a page does, through a channel to the worker's code. */
export const open: typeof files.open = (...file) => files.open(...file);

/** An object store for the tests of a file. Supports ranges only under `/ranges`. */
export function startFileStore(): void {
	let port: MessagePort;

	beforeAll(async () => {
		// New for every test file, since service tests share this module.
		const { port1, port2 } = new MessageChannel();
		port = port1;
		serveFiles(port2, jobs);
		files = connectFiles(port1);
		port1.start();
		port2.start();
		server = createServer((request, response) => {
			const path = request.url ?? '/';
			const answer = answers.get(path.replace('/ranges', ''));
			if (typeof answer === 'function') return answer(response);
			if (answer === undefined) return void response.writeHead(404).end();
			const match = path.startsWith('/ranges') && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
			if (!match) return void response.writeHead(200, { 'Content-Length': answer.length }).end(answer);
			if (answer.length === 0) return void response.writeHead(416).end();
			const [start, end] = [Number(match[1]), Math.min(answer.length - 1, Number(match[2]))];
			response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${answer.length}` });
			response.end(answer.subarray(start, end + 1));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
	});

	afterAll(() => {
		port.close();
		server.closeAllConnections();
		server.close();
	});
}

/** Stores a file or a response. @returns its URL, without range support */
export function put(answer: Answer): string {
	count += 1;
	answers.set(`/${count}`, answer);
	return `${origin}/${count}`;
}

export async function opened(text: string | Buffer, options: Partial<FileOptions> = {}): Promise<OpenedFile> {
	const url = new URL(put(typeof text === 'string' ? Buffer.from(text) : text));
	return await open({ url: `${url.origin}/ranges${url.pathname}`, ...options });
}

/** All cells as copied text. Missing values are in angle brackets, null is NULL. */
export async function cells({ source }: Pick<OpenedFile, 'source'>): Promise<string[][]> {
	if (source === null) throw new Error('no rows');
	const window = { rowStart: 0, rowEnd: source.rowCount, columnStart: 0, columnEnd: source.columns.length };
	const rows = await source.rows(window, new AbortController().signal);
	return rows.map((row) =>
		row.map((item) => (item === null ? 'NULL' : isMissing(item) ? '<missing>' : exactText(item))),
	);
}

export const names = ({ source }: OpenedFile) => source?.columns.map((column) => column.name);
export const kinds = ({ source }: OpenedFile) => source?.columns.map((column) => column.kind);
export const warnings = ({ content }: OpenedFile) =>
	content.remarks.filter((remark) => remark.tone === 'warning').map((remark) => remark.text);

export async function expectTable(text: string | Buffer, format: string, columns: string[], rows: string[][]) {
	const file = await opened(text);
	expect(file.content.format).toBe(format);
	expect(names(file)).toEqual(columns);
	expect(await cells(file)).toEqual(rows);
	expect(file.source?.rowCount).toBe(rows.length);
	return file;
}
