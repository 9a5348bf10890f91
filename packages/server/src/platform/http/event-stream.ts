/**
 * Responses that take long: one JSON document, or server-sent events while the result is being made. An error before the first
 * event is an ordinary error response; after it, the error is the last event.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { acceptsEvents, EVENTS_TYPE } from './accept.ts';
import { errorBody, errorOf } from './error-responses.ts';

/** Something is sent this often, so that no proxy takes the connection for dead. */
const BEAT_MS = 15_000;
const BEAT = ':\n\n';
/** Keeps proxies from buffering events (nginx). */
const UNBUFFERED = { 'x-accel-buffering': 'no' };

/** The format of an event response, for the documentation. */
export const StepEvents = Type.String({
  description:
    '`event: text` with `{"text": "…"}`, then `event: done` with the result, or `event: error` with an error.',
});

/** Yields text, and returns the result. */
type Steps = AsyncGenerator<string, object>;

/** Sends the result of the steps; clients that accept events also get the text as it is written. */
export async function sendSteps(request: FastifyRequest, reply: FastifyReply, steps: Steps): Promise<FastifyReply> {
  if (!acceptsEvents(request)) return reply.send(await resultOf(steps));
  const events = eventsOf(request, steps);
  const first = await events.next();
  const stream = Readable.from(startingWith(first, events), { highWaterMark: 1 });
  return reply.type(`${EVENTS_TYPE}; charset=utf-8`).headers(UNBUFFERED).send(stream);
}

async function resultOf(steps: Steps): Promise<object> {
  for (let step = await steps.next(); ; step = await steps.next()) if (step.done === true) return step.value;
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function* eventsOf(request: FastifyRequest, steps: Steps): AsyncGenerator<string> {
  let isStarted = false;
  try {
    for (;;) {
      const next = steps.next();
      // The error is thrown where the step is awaited.
      next.catch(() => {});
      for (; (await endedWithin(next, BEAT_MS)) === false; isStarted = true) yield BEAT;
      const step = await next;
      if (step.done === true) return yield eventOf('done', step.value);
      yield eventOf('text', { text: step.value });
      isStarted = true;
    }
  } catch (error) {
    if (!isStarted) throw error;
    const { code, message, extra } = errorOf(error as Error, request);
    yield eventOf('error', errorBody(code, message, extra));
  } finally {
    // In case the client has disconnected.
    await steps.return({});
  }
}

/** Whether the step ended, with a result or an error, within the time. */
async function endedWithin(step: Promise<unknown>, timeMs: number): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, timeMs, false);
  const ended = step.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, over]).finally(() => clearTimeout(timer));
}

function eventOf(name: 'text' | 'done' | 'error', data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
