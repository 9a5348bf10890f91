/**
 * Responses of routes that make a result while somebody waits, as server-sent events: `text` brings what has been written since
 * the last one, `done` the whole, and `error` why there is none.
 */
import { ApiProblem, Unreachable } from './problem.ts';

/** What a request for events is made with. */
export const AS_EVENTS = { headers: { Accept: 'text/event-stream' }, parseAs: 'stream' } as const;
const BAD_GATEWAY = 502;

/**
 * Reads such a response.
 * @param onText is given each piece of text as it arrives
 * @returns the result that `done` brings. Throws `ApiProblem`, `Unreachable`, or the reason of an abort
 */
export async function resultOf(stream: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<unknown> {
  let waiting = '';
  for await (const piece of piecesOf(stream)) {
    waiting += piece;
    const events = waiting.split('\n\n');
    waiting = events.pop() ?? '';
    for (const event of events) {
      const { name, data } = parsed(event);
      if (name === 'text') onText((data as { readonly text: string }).text);
      else if (name === 'error') throw new ApiProblem(BAD_GATEWAY, data);
      else if (name === 'done') return data;
    }
  }
  throw new Unreachable(new Error('The response ended before its result.'));
}

/** The decoded text. Not every browser can iterate over a stream. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw error instanceof DOMException && error.name === 'AbortError' ? error : new Unreachable(error);
      });
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Comments, which keep the connection open, have neither name nor data. */
function parsed(event: string): { readonly name: string; readonly data: unknown } {
  const part = (name: string) =>
    event
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  const data = part('data');
  return { name: part('event'), data: data === '' ? null : JSON.parse(data) };
}
