/** Arguments per call; more would overflow the stack. */
const chunk = 8_192;

export function base64(bytes: Uint8Array): string {
	let binary = '';
	for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
	return btoa(binary);
}
