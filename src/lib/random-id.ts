/** 128 random bits as hex. `crypto.randomUUID` is missing where a page was not served securely. */
export function randomId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
