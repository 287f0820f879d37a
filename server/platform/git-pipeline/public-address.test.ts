import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each(['8.8.8.8', '140.82.121.4', '2606:50c0:8000::154', '2a00:1450:4001:80b::200e'])('%s is public', (address) => {
	expect(isPublicAddress(address)).toBe(true);
});

test.each([
	'127.0.0.1',
	'0.0.0.0',
	'10.1.2.3',
	'172.31.255.255',
	'192.168.0.1',
	'169.254.169.254',
	'100.64.0.1',
	'198.18.0.1',
	'224.0.0.1',
	'255.255.255.255',
	'::1',
	'::',
	'fe80::1',
	'fc00::1',
	'::ffff:127.0.0.1',
	'::ffff:8.8.8.8',
	'64:ff9b::7f00:1',
	'2002:7f00:1::',
	'2001::1',
	'2001:db8::1',
	'ff02::1',
	'localhost',
	'',
])('%j isn’t public', (address) => {
	expect(isPublicAddress(address)).toBe(false);
});
