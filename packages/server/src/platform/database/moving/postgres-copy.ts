/** PostgreSQL's `COPY` over a `pg` connection: moves rows in and out as text, as fast as the server allows. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** What `pg` passes to a custom query. */
interface Wire extends pg.Connection {
  readonly stream: Socket;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/**
 * Runs `COPY … FROM STDIN`.
 * @param pieces the rows as text
 * @throws the server's error, or what the pieces throw
 */
export async function copyIn(client: pg.Client, statement: string, pieces: Iterable<Buffer>): Promise<void> {
  let failure: unknown;
  const send = async (wire: Wire) => {
    try {
      for (const piece of pieces) {
        if (wire.stream.destroyed) return;
        wire.sendCopyFromChunk(piece);
        if (wire.stream.writableNeedDrain) await drained(wire.stream);
      }
      wire.endCopyFrom();
    } catch (error) {
      failure = error;
      wire.sendCopyFail('the rows could not be read');
    }
  };
  await run(client, { statement, onReady: (wire) => void send(wire), onPiece: () => undefined }).catch((error) => {
    throw failure ?? error;
  });
}

/**
 * Runs `COPY … TO STDOUT`.
 * @param onPiece called with each row, in order
 */
export async function copyOut(client: pg.Client, statement: string, onPiece: (piece: Buffer) => void): Promise<void> {
  await run(client, { statement, onReady: () => undefined, onPiece });
}

/** Resolves when more can be sent, or the connection is lost. */
async function drained(stream: Socket): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
    waiting.abort(),
  );
}

interface Copying {
  readonly statement: string;
  readonly onReady: (wire: Wire) => void;
  readonly onPiece: (piece: Buffer) => void;
}

function run(client: pg.Client, copying: Copying): Promise<void> {
  return new Promise((resolve, reject) => void client.query(new CopyQuery(copying, resolve, reject)));
}

/** `pg` calls these methods and determines their names. */
class CopyQuery implements pg.Submittable {
  readonly #copying: Copying;
  readonly handleReadyForQuery: () => void;
  readonly handleError: (error: Error) => void;

  constructor(copying: Copying, resolve: () => void, reject: (error: Error) => void) {
    this.#copying = copying;
    this.handleReadyForQuery = resolve;
    this.handleError = reject;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#copying.statement);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.#copying.onReady(connection as Wire);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#copying.onPiece(chunk);
  }

  handleCommandComplete(): void {}
}
