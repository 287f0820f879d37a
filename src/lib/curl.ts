interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly bearer: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** The answer is shown as it comes. */
	readonly streams?: boolean;
}

/** A request as a shell command, with the token as the variable TOKEN so that the command can be shared. */
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
