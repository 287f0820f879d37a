/** Arguments per call; more would overflow the stack. */
const chunk = 8_192;

export function base64(bytes: Uint8Array): string {
	let binary = '';
	for (let index = 0; index < bytes.length; index += chunk)
		binary += String.fromCharCode(...bytes.subarray(index, index + chunk));
	return btoa(binary);
}
