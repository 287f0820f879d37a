/**
 * A request as a command for a shell. The token is not in it: it stands in the variable TOKEN, so that a command can be
 * passed on.
 */
export function toCurl(url: string, body: string): string {
	const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
	return [
		`curl -N ${quoted(url)}`,
		`  -H "Authorization: Bearer $TOKEN"`,
		`  -H 'Content-Type: application/json'`,
		`  -H 'Accept: text/event-stream, application/json'`,
		`  -H 'A2A-Version: 1.0'`,
		`  --data-raw ${quoted(body)}`,
	].join(' \\\n');
}
