interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly bearer: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Name of a file to send. */
	readonly file?: string;
	/** Replaces the variable TOKEN. */
	readonly token?: string;
	/** Whether to show the response as it arrives. */
	readonly streams?: boolean;
}

/** A request as a shell command, with the token as the variable TOKEN, so it can be shared. */
export function toCurl({ method, url, bearer, headers = {}, body, file, token, streams = false }: CurlRequest): string {
	const implied = file !== undefined ? 'PUT' : body === undefined ? 'GET' : 'POST';
	const options = streams ? '-N' : file === undefined ? '-sS' : `--fail-with-body -T ${quoted(file)}`;
	return [
		`curl ${options}${method === implied ? '' : ` -X ${method}`} ${quoted(url)}`,
		...(bearer ? [`  -H "Authorization: Bearer ${token ?? '$TOKEN'}"`] : []),
		...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
		...(body === undefined ? [] : [`  --data-raw ${quoted(body)}`]),
	].join(' \\\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
