import type { Operation } from '#contract/operation.ts';
import './examples/access.ts';
import './examples/agents.ts';
import './examples/build-specs.ts';
import './examples/datasets.ts';
import './examples/ingestions.ts';
import './examples/rows.ts';
import { type Example, examples } from './examples/example.ts';

export const exampleOf = ({ id }: Operation): Example => examples.get(id) ?? {};
