import { BlockList, isIP } from 'node:net';
import { incomingOf, type ServiceContext } from '../base/service-app.ts';

/** The client's IP address; empty if unknown. */
export type AddressOfCaller = (c: ServiceContext) => string;

/**
 * Finds a client's address by its connection or, behind a trusted proxy, by the last untrusted entry of `X-Forwarded-For`. Empty for loopback, which
 * may be an undeclared proxy. @param proxies IP addresses, and networks such as `10.0.0.0/8`
 */
export function addressesBehind(proxies: readonly string[]): AddressOfCaller {
	const trusted = listOfNetworks(proxies);
	return (c) => {
		const peer = plain(incomingOf(c)?.socket.remoteAddress ?? '');
		if (!contains(trusted, peer)) return contains(loopback, peer) ? '' : peer;
		const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => plain(part.trim()));
		const caller = hops.findLast((hop) => !contains(trusted, hop)) ?? '';
		return isIP(caller) === 0 ? '' : caller;
	};
}

const loopback = listOfNetworks(['127.0.0.0/8', '::1']);

function listOfNetworks(all: readonly string[]): BlockList {
	const list = new BlockList();
	for (const network of all) {
		const [address = '', bits] = network.split('/');
		const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
		if (bits === undefined) list.addAddress(address, type);
		else list.addSubnet(address, Number(bits), type);
	}
	return list;
}

const contains = (list: BlockList, address: string): boolean =>
	isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Converts an IPv4-mapped IPv6 address to IPv4, and removes the port that some proxies append. */
const plain = (address: string): string =>
	address
		.replace(/^\[([\da-f:.]+)\](:\d+)?$/i, '$1')
		.replace(/^([\d.]+):\d+$/, '$1')
		.replace(/^::ffff:(?=[\d.]+$)/i, '');
