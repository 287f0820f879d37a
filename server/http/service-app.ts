import type { Context, Hono } from 'hono';

export interface Env {
	Variables: { requestId: string };
}

export type ServiceApp = Hono<Env>;
export type ServiceContext = Context<Env>;

/** What every path of the API begins with. */
export const apiBase = '/api/v1';
