/**
 * dependency-cruiser has swc parse TypeScript without JSX, whatever the file: this makes it check the file's name. Load it first with `node
 * --import`.
 */
import swc from '@swc/core';

const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') });
