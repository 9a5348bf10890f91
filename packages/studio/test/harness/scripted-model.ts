/** A language model whose answers are known: a server of its own, which the service asks as it does any. */
import {
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from '../../../testing/src/servers/model-server.ts';

/** What it writes where it is asked for a new text. */
export const WRITTEN = 'A quiet morning at the harbour.';
/** What it puts before each text that it translates. */
export const IN_GERMAN = 'Auf Deutsch: ';
/** What it writes before it stops where it is asked to `hang`. */
export const HALF = 'Half a sentence';

export interface ScriptedModel extends ModelServer {
  /** Lets the request go on whose words have this one. It waits until then. */
  release(word: string): void;
}

/** Starts one. It drops *very* from what it rewrites, and waits at words that begin with `hold-`. The caller closes it. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (word: string) => {
    const found = gates.get(word) ?? Promise.withResolvers<void>();
    gates.set(word, found);
    return found;
  };
  const server = await startModelServer(async (request) => {
    const held = /hold-\w+/.exec(request.text)?.[0];
    if (held !== undefined) await gate(held).promise;
    return replyTo(request);
  });
  return Object.assign(server, { release: (word: string) => gate(word).resolve() });
}

function replyTo({ content, text, body }: ModelRequest): ModelReply {
  if (/\bhang\b/.test(text)) return { hang: HALF };
  const schema = body.response_format?.json_schema?.schema as
    | { readonly properties: Readonly<Record<string, Property>> }
    | undefined;
  if (schema === undefined)
    return content === '' || text.includes('Summarize') ? WRITTEN : content.replaceAll('very ', '');
  const texts = /^\{\s*"t1":/.test(content) ? (JSON.parse(content) as Record<string, string>) : {};
  const written = Object.entries(schema.properties).map(([name, property]) => [
    name,
    texts[name] === undefined ? writtenAs(property) : `${IN_GERMAN}${texts[name]}`,
  ]);
  return JSON.stringify(Object.fromEntries(written));
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
}

function writtenAs(property: Property): unknown {
  const { type, enum: listed, items, anyOf } = property;
  if (anyOf !== undefined) return writtenAs(anyOf[0] ?? {});
  if (type === 'array') return items?.type === 'object' ? [{ kind: 'paragraph', text: WRITTEN }] : ['harbour'];
  return listed?.[0] ?? WRITTEN;
}
