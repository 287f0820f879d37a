interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly bearer: boolean;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Name of a file whose bytes are sent. */
	readonly file?: string;
	/** In place of the variable TOKEN. */
	readonly token?: string;
	/** The answer is shown as it comes. */
	readonly streams?: boolean;
}

/** A request as a shell command, with the token as the variable TOKEN so that the command can be shared. */
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
