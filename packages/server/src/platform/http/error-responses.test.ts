/** That a refusal is true of what became of a request's writes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { isOutcomeUnknown, outcomeUnknown, unavailable } from '../database/unavailable.ts';
import { DomainError } from '../errors/domain-error.ts';
import { errorOf } from './error-responses.ts';

function requestWith(committed: Map<number, number> | undefined): FastifyRequest {
  const origin = { requestId: 'req_1', ip: '127.0.0.1', userAgent: '', ...(committed && { committed }) };
  return { actor: { origin }, log: { warn: () => undefined } } as unknown as FastifyRequest;
}

it('says that nothing was written only where nothing was', () => {
  const refusal = unavailable();
  assert.equal(errorOf(refusal, requestWith(undefined)), refusal);
  const known = errorOf(refusal, requestWith(new Map([[1, 7]])));
  assert.ok(isOutcomeUnknown(known));
  assert.match(known.message, /or a part of it, was written/);
  assert.equal(known.cause, refusal);
});

it('leaves every other error of a request that wrote as it is', () => {
  const request = requestWith(new Map());
  for (const error of [outcomeUnknown(), new DomainError('conflict', 'Somebody else has it.')])
    assert.equal(errorOf(error, request), error);
});
