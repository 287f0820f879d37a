import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from '../base/service-app.ts';
import { addressesBehind } from './caller-address.ts';

async function addressOf(proxies: string[], peer: string, forwarded?: string): Promise<string> {
	const callerAddress = addressesBehind(proxies);
	const app = new Hono<Env>().get('/', (c) => c.text(callerAddress(c)));
	const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
	return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } })).text();
}

test.each([
	['203.0.113.7', '198.51.100.1', '203.0.113.7'],
	['::ffff:203.0.113.7', undefined, '203.0.113.7'],
	['127.0.0.1', '198.51.100.1', ''],
	['::1', undefined, ''],
	['::ffff:127.0.0.1', undefined, ''],
])('without a trusted proxy, a request from %s forwarded for %s has address %j', async (peer, forwarded, expected) => {
	expect(await addressOf([], peer, forwarded)).toBe(expected);
});

test.each([
	['127.0.0.1', '203.0.113.7', '203.0.113.7'],
	['127.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
	['127.0.0.1', '6.6.6.6, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
	['10.1.2.3', '203.0.113.7:5123', '203.0.113.7'],
	['2001:db8::9', '[2001:db8:1::7]:443', '2001:db8:1::7'],
	['127.0.0.1', '203.0.113.7, unknown', ''],
	['127.0.0.1', undefined, ''],
	['203.0.113.9', '6.6.6.6', '203.0.113.9'],
])('behind a trusted proxy, a request from %s forwarded for %s has address %j', async (peer, forwarded, expected) => {
	expect(await addressOf(['127.0.0.1', '10.0.0.0/8', '2001:db8::/64'], peer, forwarded)).toBe(expected);
});
