import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';

/** A server that must never be called; it records calls. */
export interface Trap {
	/** Without a trailing slash. */
	readonly url: string;
	readonly asked: string[];
	close(): void;
}

export async function startTrap(): Promise<Trap> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		response.writeHead(204).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		asked,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** What hostile text made a browser's pages do, added as it happens: calls of `ran`, dialogs and windows. */
export async function watchScripts(context: BrowserContext): Promise<string[]> {
	const ran: string[] = [];
	await context.exposeFunction('ran', (from: string) => ran.push(from));
	context.on('page', (page) => {
		if (context.pages().length > 1) ran.push(`window ${page.url()}`);
	});
	context.on('dialog', (dialog) => {
		ran.push(`dialog ${dialog.message()}`);
		void dialog.dismiss();
	});
	return ran;
}
