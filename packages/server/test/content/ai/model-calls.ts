/** The setting of the tests of AI helpers: a service on each engine that uses the file's model server. */
import { after } from 'node:test';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine, type Stage } from '../../../../testing/src/on-each-engine.ts';
import { type ModelServer, startModelServer } from '../../../../testing/src/servers/model-server.ts';

export interface AiStage extends Stage {
  readonly model: ModelServer;
}

/** Runs a group of tests against a service on each engine. */
export async function onEachEngineWithModel(title: string, play: (stage: AiStage) => void): Promise<void> {
  const model = await startModelServer();
  after(() => model.close());
  onEachEngine(title, (stage) => play(Object.assign(stage, { model })), model.environment);
}

/** A scene with the magazine, and with German and French. */
export function makeTranslatedMagazine(url: string): Promise<Scene> {
  return given(url, { types: magazine, locales: ['de', 'fr'] });
}

/** The id of a content type. */
export async function typeIdOf({ owner, base }: Scene, apiId: string): Promise<string> {
  return (await owner.get(`${base}/content-types/${apiId}`, 200)).string('id');
}

/** An event of a stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Sends a request that accepts events. */
export async function streamed(
  actor: Actor,
  path: string,
  body: unknown,
): Promise<{ response: ApiResponse; events: StreamEvent[] }> {
  const response = await actor.post(path, body, undefined, { accept: 'text/event-stream' });
  const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
  return { response, events: isStream ? eventsIn(response.text) : [] };
}

function eventsIn(text: string): StreamEvent[] {
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event = '', data = '{}']) => ({
    event,
    data: JSON.parse(data) as StreamEvent['data'],
  }));
}
