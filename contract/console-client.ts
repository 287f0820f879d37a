/** The `client_id` of every console: a public client, told apart by its registered redirect address alone. */
export const consoleClientId = 'dataset-console';

/** The page of a console that takes the answer of an authorization, relative to where the console is served. */
export const redirectPath = '/sign-in';
