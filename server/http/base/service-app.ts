import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';

export interface Env {
	Variables: {
		requestId: string;
		/** The client's IP address; empty if unknown. */
		address: string;
	};
}

export type ServiceApp = Hono<Env>;
export type ServiceContext = Context<Env>;

/** Node's request; absent if the app is called without a port. */
export const incomingOf = (c: ServiceContext): HttpBindings['incoming'] | undefined =>
	(c.env as Partial<HttpBindings> | undefined)?.incoming;

/** A success with another status than the operation's default. */
export class Answered<T> {
	readonly status: 200 | 201 | 202;
	readonly result: T;
	constructor(status: 200 | 201 | 202, result: T) {
		this.status = status;
		this.result = result;
	}
}

export const apiBase = '/api/v1';
