/** Limits requests that need no token, before their body is read: reading and checking it is all that they can cost. */
import type { FastifyRequest } from 'fastify';
import type { RequestAllowance } from './request-allowance.ts';
import { rejectWhileBlocked } from './too-many-attempts.ts';

/** @throws `api_quota_exceeded` */
export function rejectBeyond(allowance: RequestAllowance, { ip, headers }: FastifyRequest): void {
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
  rejectWhileBlocked('requests', allowance.take(ip, length));
}
