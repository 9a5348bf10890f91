/** What the errors of PostgreSQL and of its driver mean. */
import pg from 'pg';
import { DomainError } from '../../errors/domain-error.ts';
import { StartRefusal } from '../../errors/start-refusal.ts';
import { unavailable } from '../unavailable.ts';

const CONNECTION_CODES = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const DISK_FULL = '53100';
const READ_ONLY = '25006';
const IN_FAILED_TRANSACTION = '25P02';
const FEATURE_NOT_SUPPORTED = '0A000';
const TOO_MANY_CONNECTIONS = '53300';
const STATEMENT_COMPLETION_UNKNOWN = '40003';
/** Ends of a transaction that took too long: as a statement, while it idled, in all. */
const TOO_LONG = /^(57014|25P03|25P04)$/;

/**
 * What a write fails with for reasons of its own, or that something else tells: connections, data, constraints, conflicts,
 * too much of something, a server that ends.
 */
const FORESEEN = /^(08|22|23|40|54|57)/;

/** Turns driver errors that mean the server is away, slow, full, read-only, locked or without its disk into `unavailable`; leaves the rest. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (isDiskFull(error)) return unavailable(error, 'full');
  const code = sqlState(error);
  const serverIsAway =
    code === undefined
      ? isConnectionError(error)
      : /^(08|53|57P|58|40)/.test(code) || TOO_LONG.test(code) || [LOCK_NOT_AVAILABLE, READ_ONLY].includes(code);
  return serverIsAway ? unavailable(error) : error;
}

/** Why a write ended that does not end so when it runs again; undefined for any other reason. */
export function passingReason(error: unknown): 'deadlock' | 'plan' | undefined {
  const code = sqlState(error);
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'deadlock';
  return isStalePlan(error) ? 'plan' : undefined;
}

/** Whether a connection is of no use any more after this error of one of its statements. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return isConnectionError(error);
}

/** Whether a COMMIT that ended with this error surely committed nothing: the server refused it and went on. */
export function isRefusedCommit(error: unknown): boolean {
  if (isConnectionLost(error)) return false;
  const code = sqlState(error);
  return code !== undefined && code !== STATEMENT_COMPLETION_UNKNOWN && !/^(08|57P)/.test(code);
}

/** Whether the server has no connection left. */
export function hasTooManyClients(error: unknown): boolean {
  return sqlState(error) === TOO_MANY_CONNECTIONS;
}

/** Whether a statement was refused because an earlier one of its transaction had failed. */
export function isTransactionAborted(error: unknown): boolean {
  return sqlState(error) === IN_FAILED_TRANSACTION;
}

/**
 * Whether a statement was prepared before a newer program added a column to its table: it has to be prepared again.
 * The server has no code of its own for it.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === FEATURE_NOT_SUPPORTED && /cached plan/.test((error as Error).message);
}

/** Whether a write failed for a reason that is none of its own, and that nothing else here tells. */
export function isUnforeseen(error: unknown): boolean {
  const code = sqlState(error);
  if (code === undefined || FORESEEN.test(code) || TOO_LONG.test(code) || isStalePlan(error)) return false;
  return ![DISK_FULL, TOO_MANY_CONNECTIONS, LOCK_NOT_AVAILABLE].includes(code);
}

export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === DISK_FULL;
}

/** Whether the server cannot be reached, or takes no connections yet. */
export function isAway(error: unknown): boolean {
  if (error instanceof StartRefusal) return false;
  const code = sqlState(error);
  return code === undefined ? isConnectionError(error) : /^(08|533|57P)/.test(code);
}

/** Whether an error, or the cause of a refusal, means that the server was not heard. */
export function isSilence(error: unknown): boolean {
  return isAway(error instanceof DomainError ? error.cause : error);
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // For a host with several addresses the message is empty and only the code says what happened.
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_CODES.test(code) || /connect|timeout|terminated|socket/i.test(error.message);
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
