interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly bearer: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** The answer is shown as it comes. */
	readonly streams?: boolean;
}

/**
 * A request as a command for a shell. The token is not in it: it stands in the variable TOKEN, so that a command can be
 * passed on.
 */
export function toCurl({ method, url, bearer, headers = {}, body, streams = false }: CurlRequest): string {
	const implied = body === undefined ? 'GET' : 'POST';
	return [
		`curl ${streams ? '-N' : '-sS'}${method === implied ? '' : ` -X ${method}`} ${quoted(url)}`,
		...(bearer ? [`  -H "Authorization: Bearer $TOKEN"`] : []),
		...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
		...(body === undefined ? [] : [`  --data-raw ${quoted(body)}`]),
	].join(' \\\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
