import { request } from 'node:http';
import { type Listener, listen } from '../http/listen.ts';
import type { TestService } from './service.ts';

export interface WireAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: string;
	/** Whether the service sent `100 Continue`. */
	readonly continued: boolean;
}

/** A service on its own port, for requests that no client library would send. */
export interface Wire {
	readonly port: number;
	/** Sends a path unmodified. Rejects if the connection ends without a complete response. */
	ask(
		path: string,
		options?: { method?: string; headers?: Record<string, string>; body?: string },
	): Promise<WireAnswer>;
	close(): Promise<void>;
}

export async function openWire(service: TestService): Promise<Wire> {
	const listener: Listener = await listen('127.0.0.1', 0, service.settings.maxBodyBytes);
	listener.serve(service.app as Parameters<Listener['serve']>[0]);
	return {
		port: listener.port,
		ask: (path, { method = 'GET', headers = {}, body } = {}) =>
			new Promise((resolve, reject) => {
				let continued = false;
				const call = request({ host: '127.0.0.1', port: listener.port, path, method, headers, agent: false });
				call.on('continue', () => {
					continued = true;
				});
				call.on('error', reject);
				call.on('response', (answer) => {
					let text = '';
					answer.setEncoding('utf8').on('data', (part: string) => {
						text += part;
					});
					answer.on('error', reject);
					answer.on('end', () => {
						resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text, continued });
						call.destroy();
					});
				});
				if (headers.expect === undefined) call.end(body);
				else call.flushHeaders();
			}),
		close: () => listener.close(),
	};
}
