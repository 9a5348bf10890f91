/** Parts of a file of records, sent to the import route. */
import { accepted, fetchAuthorized } from '../../../api/client.ts';
import type { Place } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.gen.ts';
import type { Part } from './record-parts.ts';

/** What came of a line. */
export type LineResult = components['schemas']['ImportResults']['results'][number];

/** Sends a part; its results have the lines of the file. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export async function sendPart({ space, environment }: Place, part: Part, signal: AbortSignal): Promise<LineResult[]> {
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const path = `/spaces/${space}/environments/${environment}/import`;
  const request = new Request(path, { method: 'POST', headers, body: part.text, signal });
  const response = await accepted(await fetchAuthorized(request));
  const { results } = (await response.json()) as { readonly results: LineResult[] };
  return results.map((one) => ({ ...one, line: one.line + part.before }));
}
