/** The meaning of errors from PostgreSQL and its driver. */
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
const NO_SUCH_DATABASE = '3D000';
const NOT_ALLOWED = '42501';
/** Codes of a refused user or password. */
const NOT_LET_IN = /^28/;
/** What the driver says where it cannot agree with the server on a password or on encryption. */
const NO_AGREEMENT = /SASL|SSL|TLS|CERT/i;
/** Codes of a transaction that took too long: in one statement, while idle, or in total. */
const TOO_LONG = /^(57014|25P03|25P04)$/;

/**
 * Classes of errors that are the write's own fault or that other code detects: connections, data, constraints, conflicts,
 * exceeded limits, a server that shuts down.
 */
const FORESEEN = /^(08|22|23|40|54|57)/;

/**
 * Turns driver errors that mean the server is away, slow, full, read-only, locked or without its disk into `unavailable`.
 * Leaves all others unchanged.
 */
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

/** Why a write failed, if it is likely to succeed when it runs again; otherwise undefined. */
export function transientReason(error: unknown): 'deadlock' | 'plan' | undefined {
  const code = sqlState(error);
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'deadlock';
  return isStalePlan(error) ? 'plan' : undefined;
}

/** Whether a connection is unusable after this error of one of its statements. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return isConnectionError(error);
}

/** Whether a COMMIT that failed with this error certainly committed nothing: the server refused it and keeps running. */
export function isRefusedCommit(error: unknown): boolean {
  if (isConnectionLost(error)) return false;
  const code = sqlState(error);
  return code !== undefined && code !== STATEMENT_COMPLETION_UNKNOWN && !/^(08|57P)/.test(code);
}

/** Whether the server has no connections left. */
export function hasTooManyClients(error: unknown): boolean {
  return sqlState(error) === TOO_MANY_CONNECTIONS;
}

/** Whether a statement was refused because an earlier statement of its transaction had failed. */
export function isTransactionAborted(error: unknown): boolean {
  return sqlState(error) === IN_FAILED_TRANSACTION;
}

/**
 * Whether a statement was prepared before a newer program added a column to its table, so that it must be prepared again.
 * The server has no error code for this case.
 */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === FEATURE_NOT_SUPPORTED && /cached plan/.test((error as Error).message);
}

/** Whether a write failed for a reason that is not its own fault and that no other check here detects. */
export function isUnforeseen(error: unknown): boolean {
  const code = sqlState(error);
  if (code === undefined || FORESEEN.test(code) || TOO_LONG.test(code) || isStalePlan(error)) return false;
  return ![DISK_FULL, TOO_MANY_CONNECTIONS, LOCK_NOT_AVAILABLE].includes(code);
}

export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === DISK_FULL;
}

/** Whether the server cannot be reached, or does not accept connections yet. */
export function isAway(error: unknown): boolean {
  if (error instanceof StartRefusal) return false;
  const code = sqlState(error);
  return code === undefined ? isConnectionError(error) : /^(08|533|57P)/.test(code);
}

/** Whether an error, or the cause of a refusal, means that the server did not respond. */
export function isUnreachable(error: unknown): boolean {
  return isAway(error instanceof DomainError ? error.cause : error);
}

/**
 * The message for the operator about a server that cannot be opened, without the URL, which usually contains a password.
 * What an operator has to change is a `StartRefusal`; other errors are returned as they are.
 * @param url of the database
 */
export function asOpeningError(error: unknown, url: string): unknown {
  const remedy = remedyOf(error);
  if (remedy === undefined && !isAway(error)) return error;
  const { message, code = '' } = error as Error & { code?: unknown };
  const said = `${URL.canParse(url) ? new URL(url).host : 'the server'}: ${message || code}`;
  if (remedy !== undefined)
    return new StartRefusal(`PostgreSQL cannot be used (${said}): ${remedy}.`, { cause: error });
  return new Error(`PostgreSQL does not respond (${said}): start it, or correct LECTERN_DATABASE_URL.`, {
    cause: error,
  });
}

/** What the operator has to change; undefined if that is not what the error is about. */
function remedyOf(error: unknown): string | undefined {
  const code = sqlState(error) ?? '';
  if (NOT_LET_IN.test(code) || isNoAgreement(error)) return 'correct user, password or sslmode in LECTERN_DATABASE_URL';
  if (code === NO_SUCH_DATABASE) return 'create the database, or correct LECTERN_DATABASE_URL';
  if (code === NOT_ALLOWED) return 'let the user of LECTERN_DATABASE_URL create tables and use those that there are';
  if (code === READ_ONLY) return 'name the primary database in LECTERN_DATABASE_URL, not a standby';
  return undefined;
}

function isNoAgreement(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  const code = 'code' in error ? String(error.code) : '';
  return !CONNECTION_CODES.test(code) && NO_AGREEMENT.test(`${code} ${error.message}`);
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // For a host with several addresses, the message is empty and only the code says what happened.
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_CODES.test(code) || /connect|timeout|terminated|socket/i.test(error.message);
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
