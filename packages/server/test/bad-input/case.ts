/** What one case of bad input is: the request that is sent, and the refusals that are right. */
import type { RequestParts } from '../client.ts';

export interface Case {
  readonly name: string;
  readonly method?: string;
  /** Path; `{base}`, `{read}`, `{space}` and `{entry}` are put in. By default the one entries are created at. */
  readonly path?: string;
  readonly parts?: RequestParts;
  /** Codes that are right. */
  readonly codes: readonly string[];
  /** Text that the response must contain, such as the path of the problem or a suggestion. */
  readonly hint?: string;
}

/** The header of a JSON body that is sent as it is. */
export const json = { 'content-type': 'application/json' };

/** A body that creates an entry, with additions. */
export const entryBody = (more: Record<string, unknown>) => ({
  content_type_id: 'author',
  fields: { name: 'x' },
  ...more,
});
