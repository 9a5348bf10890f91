/** Reads the `Idempotency-Key` of a request. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../errors/domain-error.ts';
import type { IdempotentRequest } from '../journal/actor.ts';

const KEY_LENGTH_MAX = 255;

/**
 * What makes the request repeatable; undefined without a key, or if the method is not POST.
 * @param principal who makes the request: keys of different principals never meet
 * @throws `validation_failed` if the key is empty or too long
 */
export function idempotencyOf(request: FastifyRequest, principal: string): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > KEY_LENGTH_MAX) {
    throw invalid(
      'headers.idempotency-key',
      'length',
      `Send an Idempotency-Key of 1 to ${KEY_LENGTH_MAX} characters.`,
      {
        limit: KEY_LENGTH_MAX,
        given: key.length,
      },
    );
  }
  const [path = ''] = request.url.split('?', 1);
  return {
    scope: hashOf([principal, path, key]),
    bodyHash: hashOf([request.url, JSON.stringify(request.body ?? null)]),
    writes: 0,
  };
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
