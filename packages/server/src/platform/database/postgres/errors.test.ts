/** What the operator learns of a PostgreSQL that cannot be opened. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { StartRefusal } from '../../errors/start-refusal.ts';
import { asOpeningError } from './errors.ts';

const URL = 'postgres://lectern:word@db:5432/content';

it('what an operator has to change at a server is a refusal that says so, without the password', () => {
  for (const [error, remedy] of [
    [saidByServer('28P01', 'password authentication failed'), /correct user, password or sslmode/],
    [saidByServer('28000', 'no pg_hba.conf entry'), /correct user, password or sslmode/],
    [saidByServer('3D000', 'database "content" does not exist'), /create the database/],
    [saidByServer('42501', 'permission denied for schema public'), /let the user .* create tables/],
    [saidByServer('25006', 'cannot execute CREATE TABLE in a read-only transaction'), /name the primary/],
    [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /correct user, password/],
    [new Error('The server does not support SSL connections'), /sslmode/],
    [Object.assign(new Error('unable to verify'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE_CERT' }), /sslmode/],
  ] as const) {
    const told = asOpeningError(error, URL);
    assert.ok(told instanceof StartRefusal, String(told));
    assert.match(told.message, remedy);
    assert.match(told.message, /db:5432/);
    assert.doesNotMatch(told.message, /word@/);
  }
});

it('a server that is away is no refusal, and an error of the program stays what it is', () => {
  const away = Object.assign(new Error('Client network socket disconnected before secure TLS connection'), {
    code: 'ECONNRESET',
  });
  for (const error of [away, saidByServer('57P03', 'the database system is starting up')])
    assert.match(String(asOpeningError(error, URL)), /^Error: PostgreSQL does not respond \(db:5432: .*: start it/);
  const own = new TypeError('x is not a function');
  assert.equal(asOpeningError(own, URL), own);
});

function saidByServer(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });
}
