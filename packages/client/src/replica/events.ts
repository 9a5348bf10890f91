/** Reads server-sent events as the service writes them: one line of each kind, and an empty line behind. */

export interface LiveEvent {
  name: string;
  /** The cursor to go on from; absent where the event has none. */
  id?: string | undefined;
  data: { revision: number };
}

/** The events of a stream; null for a sign of life. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent | null> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (rest + decoder.decode(read.value, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) yield eventOf(part);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function eventOf(text: string): LiveEvent | null {
  const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const name = value('event');
  return name ? { name, id: value('id'), data: JSON.parse(value('data') ?? '{}') } : null;
}
