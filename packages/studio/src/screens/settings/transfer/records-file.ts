/** Files of records for the import route: a record a line, sent in parts that the route takes at once. */
import { fetchAuthorized } from '../../../api/client.ts';
import { ApiProblem } from '../../../api/problem.ts';
import type { Place } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.gen.ts';

/** So few that progress is seen, and so small that a request stays below what the server takes. */
const PART_LINES_MAX = 500;
const PART_CHARACTERS_MAX = 2_000_000;

/** What came of a line. */
export type LineResult = components['schemas']['ImportResults']['results'][number];

/** Lines that are sent together. */
export interface Part {
  readonly text: string;
  /** Lines of the file before it. */
  readonly before: number;
  /** Bytes of the file that have been read with it. */
  readonly read: number;
}

/** The file in parts, each of whole lines. */
export async function* partsOf(file: Blob): AsyncGenerator<Part> {
  let [part, lines, before, read] = ['', 0, 0, 0];
  let rest = '';
  const decoder = new TextDecoder();
  const take = () => {
    const taken = { text: part, before, read };
    before += lines;
    [part, lines] = ['', 0];
    return taken;
  };
  for (let reader = file.stream().getReader(), isOver = false; !isOver; ) {
    const { value, done } = await reader.read();
    isOver = done;
    read += value?.length ?? 0;
    const found = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = done ? '' : (found.pop() ?? '');
    for (const line of found) {
      part += `${line}\n`;
      lines += 1;
      if (lines >= PART_LINES_MAX || part.length >= PART_CHARACTERS_MAX) yield take();
    }
  }
  if (part.trim() !== '') yield take();
}

/** Sends a part; its results have the lines of the file. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export async function sendPart({ space, environment }: Place, part: Part, signal: AbortSignal): Promise<LineResult[]> {
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const path = `/spaces/${space}/environments/${environment}/import`;
  const response = await fetchAuthorized(new Request(path, { method: 'POST', headers, body: part.text, signal }));
  const body = await response.json();
  if (!response.ok) throw new ApiProblem(response.status, body, response.headers);
  return (body as { readonly results: LineResult[] }).results.map((one) => ({ ...one, line: one.line + part.before }));
}
