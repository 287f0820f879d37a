/**
 * dependency-cruiser asks swc to parse TypeScript without JSX, whatever the file: this makes it look at the file's name.
 * Loaded before it with `node --import`.
 */
import swc from '@swc/core';

const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') });
