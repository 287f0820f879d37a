/**
 * openapi-typescript is written on TypeScript's API, which TypeScript 7 has no more: this gives it the one in @ts-morph/common.
 * Loaded before it with `node --import`.
 */
import { register } from 'node:module';

const hooks = `export const resolve = (name, context, next) =>
	next(name === 'typescript' ? '@ts-morph/common/dist/typescript.js' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
