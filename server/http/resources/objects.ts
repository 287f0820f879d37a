import { errorStatus } from '#contract/error.ts';
import { findResultDownload } from '../../platform/row-queries/results.ts';
import { readDownloadAddress } from '../../platform/runs/download-address.ts';
import { type Download, findDownload, readDownload } from '../../platform/runs/run-outputs.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { hasCurrentCopy } from '../base/conditional.ts';
import { errorBody } from '../base/errors.ts';
import { releaseAfterStream } from '../base/release-after-stream.ts';
import type { ServiceApp, ServiceContext } from '../base/service-app.ts';

/** Signed downloads: `/objects/{sha256}?…`, whole or in ranges. The signed URL grants access; no token is sent. */
export function routeObjects(app: ServiceApp, platform: Platform): void {
	app.get('/objects/:sha256', async (c) => {
		const claim = readDownloadAddress(platform, c.req.param('sha256'), c.req.query());
		const { of } = claim;
		const download =
			'runId' in of ? await findDownload(platform, claim, of) : await findResultDownload(platform, claim, of);
		headDownload(c, download);
		const tag = `"${download.sha256}"`;
		if (hasCurrentCopy((name) => c.req.header(name), tag)) return c.body(null, 304);
		const wanted = c.req.header('if-range') ?? tag;
		const range = wanted === tag ? readRange(c.req.header('range'), download.bytes) : 'whole';
		return send(c, platform, download, range);
	});
}

function headDownload(c: ServiceContext, download: Download): void {
	c.header('ETag', `"${download.sha256}"`);
	c.header('Accept-Ranges', 'bytes');
	c.header('Content-Disposition', attachment(download.fileName));
	c.header('Content-Security-Policy', "sandbox; default-src 'none'");
	c.header('Cache-Control', 'private, no-cache');
}

async function send(c: ServiceContext, platform: Platform, download: Download, range: ByteRange): Promise<Response> {
	const { bytes } = download;
	if (range === 'unsatisfiable') {
		c.header('Content-Range', `bytes */${bytes}`);
		const message = `The range ${c.req.header('range')} is outside the file, which has ${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}.`;
		return c.json(errorBody('RANGE_NOT_SATISFIABLE', message), errorStatus.RANGE_NOT_SATISFIABLE);
	}
	const { start, end } = range === 'whole' ? { start: 0, end: bytes - 1 } : range;
	// Opened before the headers are sent, because the response is an error if it can't be read.
	const content = c.req.method === 'HEAD' ? null : await read(platform, download, start, end);
	c.header('Content-Type', mediaTypeOf(download.fileName));
	c.header('Content-Length', String(end - start + 1));
	if (range !== 'whole') c.header('Content-Range', `bytes ${start}-${end}/${bytes}`);
	const status = range === 'whole' ? 200 : 206;
	return c.newResponse(content, status);
}

/** Occupies a download slot until the object is completely read. */
async function read(platform: Platform, download: Download, start: number, end: number) {
	const leave = await platform.admission.enter('downloads', download.userId);
	try {
		return releaseAfterStream(await readDownload(platform, download, start, end), leave);
	} catch (error) {
		leave();
		throw error;
	}
}

const mediaTypes: Readonly<Record<string, string>> = {
	csv: 'text/csv; charset=utf-8',
	tsv: 'text/tab-separated-values; charset=utf-8',
	json: 'application/json',
	ndjson: 'application/x-ndjson',
};

/** Outputs are Parquet, regardless of their name; for results of row queries, the extension determines the type. */
const mediaTypeOf = (fileName: string): string =>
	mediaTypes[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/vnd.apache.parquet';

/** Bytes from `start` to `end`, inclusive; everything; or a range that doesn't exist. */
type ByteRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable';

/** Parses a Range header (RFC 9110, 14.2). Malformed headers and multiple ranges get the whole content, as the RFC allows. */
function readRange(header: string | undefined, size: number): ByteRange {
	const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
	if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
	if (first === '') {
		const length = Math.min(Number(last), size);
		return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
	}
	const start = Number(first);
	const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== '' && Number(last) < start) return 'whole';
	return start >= size ? 'unsatisfiable' : { start, end };
}

/** A Content-Disposition for saving, with the name in ASCII and, if it has other characters, as in RFC 5987. */
function attachment(fileName: string): string {
	const plain = fileName.normalize('NFKD').replaceAll(/[^\w .-]/g, '_');
	const exact = encodeURIComponent(fileName).replaceAll(
		/['()*]/g,
		(value) => `%${value.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
