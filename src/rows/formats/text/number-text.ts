const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Postal codes and the like: digits that are no quantity. */
const code = /^[+-]?0\d/;

/** Whether a text is a number and would be the same quantity without its leading zeros, of which it has none. */
export const readsAsNumber = (text: string): boolean => numeric.test(text) && !code.test(text);
