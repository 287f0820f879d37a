/**
 * openapi-typescript uses TypeScript's API, which TypeScript 7 no longer has: this provides the one in @ts-morph/common. Load it first with `node
 * --import`.
 */
import { register } from 'node:module';

const hooks = `export const resolve = (name, context, next) =>
	next(name === 'typescript' ? '@ts-morph/common/dist/typescript.js' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
