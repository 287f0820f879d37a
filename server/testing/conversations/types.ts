/** A question of a conversation, and what the engine itself says of it. */
export interface ConversationTurn {
	readonly say: string;
	/** Over the datasets of its namespace, whose rows every row of the answer has to hold; empty where it breaks an answer down. */
	readonly rows: string;
	/** Where the question can mean several things: what is chosen by a click, and the short reply that chooses the same. */
	readonly unclear?: { readonly click: RegExp; readonly reply: string };
}

export interface Conversation {
	readonly name: string;
	readonly namespace: string;
	readonly turns: readonly ConversationTurn[];
}
