/** What is known of a failure, for people and for the one they ask for help. */
export interface ErrorFacts {
	readonly message: string;
	readonly code: string;
	readonly requestId: string | null;
	readonly subErrors: readonly { readonly code: string; readonly message: string }[];
	/** Id of the operation that failed. */
	readonly operation?: string;
}

/** The facts as text for a message to whoever runs the service. */
export function detailsText(title: string, error: ErrorFacts, at: Date): string {
	return [
		title,
		error.message,
		`Code: ${error.code}`,
		...error.subErrors.map((it) => `- ${it.code}: ${it.message}`),
		...(error.operation === undefined ? [] : [`Operation: ${error.operation}`]),
		...(error.requestId === null ? [] : [`Request id: ${error.requestId}`]),
		`Copied at: ${at.toISOString()}`,
	].join('\n');
}
