/**
 * A server with the protocol of OpenAI's chat completions, whole or streamed, with usage. The test decides what it responds: like
 * a model, or with any of the failures of providers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request of the service. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: unknown } };
    readonly tools?: unknown;
  };
  /** The text of all messages. */
  readonly text: string;
  /** The text between the markers of the content; '' if there is none. */
  readonly content: string;
}

/** A reply of the model, or a failure. */
export type ModelReply =
  | string
  /** An error response. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  /** Sends the text, if any, and then nothing more. */
  | { readonly hang: string }
  /** Closes the connection in the middle of the text. */
  | { readonly cut: string }
  /** Bytes in place of a response. */
  | { readonly raw: string | Buffer }
  /** A text that ends for another reason. */
  | { readonly text: string; readonly reason: string }
  /** A text with another usage than the default. */
  | { readonly text: string; readonly usage: object };

export interface ModelServer {
  /** For `LECTERN_AI_BASE_URL`. */
  readonly url: string;
  /** Variables that let a service use it. */
  readonly environment: Record<string, string>;
  /** Every request so far. */
  readonly requests: ModelRequest[];
  /** Requests that are open now. */
  readonly open: number;
  /** Decides the next reply. */
  reply: (request: ModelRequest) => ModelReply | Promise<ModelReply>;
  close(): Promise<void>;
}

export const MODEL = 'test-model';
export const MODEL_KEY = 'sk-the-key-of-the-test-model';
/** The usage of every call. */
export const INPUT_TOKENS = 30;
export const OUTPUT_TOKENS = 7;

const CHUNK_CHARACTERS_MIN = 8;
const CHUNKS_MAX = 500;

/** Starts a server on a free port of the loopback. The caller closes it. */
export async function startModelServer(reply: ModelServer['reply'] = () => 'A text.'): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer(async (incoming, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    const body = (await json(incoming)) as ModelRequest['body'];
    const request = { path: incoming.url ?? '', headers: incoming.headers, body, ...textsOf(body) };
    requests.push(request);
    await respond(response, request, await modelServer.reply(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const modelServer: ModelServer = {
    url,
    environment: {
      LECTERN_AI_PROVIDER: 'openai-compatible',
      LECTERN_AI_MODEL: MODEL,
      LECTERN_AI_API_KEY: MODEL_KEY,
      LECTERN_AI_BASE_URL: url,
    },
    requests,
    get open() {
      return open.size;
    },
    reply,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return modelServer;
}

/** A model that translates every text of a JSON object. */
export function translating(translate: (text: string) => string): ModelServer['reply'] {
  return ({ content }) => {
    const texts = Object.entries(JSON.parse(content) as Record<string, string>);
    return JSON.stringify(Object.fromEntries(texts.map(([name, text]) => [name, translate(text)])));
  };
}

/**
 * A model that returns what the schema requires: translations for the texts of the content, and the sentence for everything else.
 */
export function compliantModel(
  sentence: string,
  translations: Readonly<Record<string, string>> = {},
): ModelServer['reply'] {
  return ({ content, body }) => {
    const schema = body.response_format?.json_schema?.schema as { properties?: Record<string, SomeSchema> } | undefined;
    if (schema === undefined) return sentence;
    const texts = /^\{\s*"t1":/.test(content) ? (JSON.parse(content) as Record<string, string>) : {};
    const translated = (text: string | undefined) => (text === undefined ? undefined : (translations[text] ?? text));
    const written = Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      translated(texts[name]) ?? (property.anyOf !== undefined ? null : property.type === 'array' ? [] : sentence),
    ]);
    return JSON.stringify(Object.fromEntries(written));
  };
}

interface SomeSchema {
  readonly type?: string;
  readonly anyOf?: unknown;
}

function textsOf({ messages }: ModelRequest['body']): Pick<ModelRequest, 'text' | 'content'> {
  const texts = messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  const user = texts[messages.findIndex(({ role }) => role === 'user')] ?? '';
  const [, , content = ''] = /^<(content-\w+)>\n([\s\S]*)\n<\/\1>$/.exec(user) ?? [];
  return { text: texts.join('\n'), content };
}

async function respond(response: ServerResponse, { body }: ModelRequest, reply: ModelReply): Promise<void> {
  if (typeof reply === 'string') return write(response, body.stream === true, { text: reply, reason: 'stop' });
  if ('text' in reply) return write(response, body.stream === true, { reason: 'stop', ...reply });
  if ('raw' in reply) {
    response.writeHead(200, { 'content-type': body.stream === true ? 'text/event-stream' : 'application/json' });
    response.end(reply.raw);
  } else if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? { error: { message: 'refused', type: 'test', code: null } }));
  } else {
    const begun = 'cut' in reply ? reply.cut : reply.hang;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await new Promise((resolve) => response.write(chunkOf({ content: begun }) || '\n', resolve));
    if ('cut' in reply) response.destroy();
  }
}

/** The usage of a call, as the provider reports it. */
const USAGE = {
  prompt_tokens: INPUT_TOKENS,
  completion_tokens: OUTPUT_TOKENS,
  total_tokens: INPUT_TOKENS + OUTPUT_TOKENS,
};

function write(
  response: ServerResponse,
  isStream: boolean,
  { text, reason, usage = USAGE }: { text: string; reason: string; usage?: object },
): void {
  const facts = { id: 'c1', created: 1, model: MODEL };
  if (isStream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const length = Math.max(CHUNK_CHARACTERS_MIN, Math.ceil(text.length / CHUNKS_MAX));
    for (let at = 0; at < text.length; at += length) response.write(chunkOf({ content: text.slice(at, at + length) }));
    response.write(chunkOf({}, reason));
    response.write(`data: ${JSON.stringify({ ...facts, object: 'chat.completion.chunk', choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  } else {
    const choices = [{ index: 0, finish_reason: reason, message: { role: 'assistant', content: text } }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...facts, object: 'chat.completion', choices, usage }));
  }
}

function chunkOf(delta: object, reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: MODEL, choices })}\n\n`;
}
