/**
 * Statements of a write whose rows nobody looks at: an engine behind a network sends them without waiting for the
 * response, so that a write takes as many round trips as it has questions. If one of them fails, so does the next
 * statement that is waited for, or else the write; and then nothing of it is kept.
 */
import type { CompiledQuery } from 'kysely';
import type { Writer } from './database.ts';

/** Sends a statement. Resolves at once, or when fewer are under way. */
export type SendAhead = (query: CompiledQuery) => Promise<void>;

const sending = new WeakMap<object, SendAhead>();

/** Registers how a writer sends statements ahead. */
export function sendsAhead(writer: Writer, send: SendAhead): void {
  sending.set(writer, send);
}

/** Sends a statement that gives no rows ahead; undefined, and nothing done, if it gives some or the engine waits for all. */
export function sentAhead(db: object, query: CompiledQuery): Promise<void> | undefined {
  const send = sending.get(db);
  return send !== undefined && givesNoRows(query) ? send(query) : undefined;
}

function givesNoRows({ query }: CompiledQuery): boolean {
  switch (query.kind) {
    case 'InsertQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode':
      return query.returning === undefined;
    default:
      return false;
  }
}
