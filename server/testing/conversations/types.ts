/** A question of a conversation, and the engine's own result for it. */
export interface ConversationTurn {
	readonly say: string;
	/** SQL over the datasets of its namespace; each row of the answer must contain one of its rows. Empty for a breakdown, null if it can’t be answered. */
	readonly rows: string | null;
	/** For an ambiguous question: the choice to click, and the short reply that chooses the same. */
	readonly unclear?: { readonly click: RegExp; readonly reply: string };
}

export interface Conversation {
	readonly name: string;
	readonly namespace: string;
	readonly turns: readonly ConversationTurn[];
}
