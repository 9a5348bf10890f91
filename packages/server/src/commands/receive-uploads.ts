/**
 * The process that receives uploads for another one, which starts it. Invariant: it ends when that one tells it to, and
 * at once when that one is gone. It gives way to whoever answers reads.
 */
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { createService } from '../app.ts';
import type { Config } from '../platform/config/config.ts';
import { limitCoreShare } from '../platform/kit/loop-turns.ts';
import type { FromUploads, ToUploads } from './start/uploads/messages.ts';
import { ReceivedConnections } from './start/uploads/received-connections.ts';

const LOWEST_PRIORITY = 19;
const IDLE_MS = 60_000;
/** What part of a core the process takes while the serving process has all hands full. */
const PRESSED_CORE_SHARE = 0.1;
const EXIT_FORCED = 1;
const EXIT_WRONG_USE = 2;

/** Runs the process; resolves with the exit code when it has ended. */
export async function runReceiveUploads(config: Config): Promise<number> {
  if (!process.connected) {
    process.stderr.write('receive-uploads is started by `lectern start` itself, where many uploads come at once.\n');
    return EXIT_WRONG_USE;
  }
  const orphaned = new Promise<number>((resolve) => {
    process.once('disconnect', () => resolve(EXIT_FORCED));
  });
  const done = receive(config);
  const code = await Promise.race([orphaned, done]);
  // Nothing holds the process up but the channel to the other one.
  if (process.connected) process.disconnect();
  return code;
}

/**
 * Has the system run this process where nobody else wants to. A process of the lowest priority still keeps others waiting
 * for the milliseconds that it was given; a policy that it does not, only a command of the system can ask for.
 */
function giveWay(): void {
  setPriority(LOWEST_PRIORITY);
  execFile('chrt', ['-a', '-i', '-p', '0', String(process.pid)], () => {
    // Where there is no such command, the priority has to do.
  });
}

async function receive(config: Config): Promise<number> {
  const askToEnd = () => tell({ kind: 'idle' });
  // The serving process is told by the same terminal or supervisor, and says what is to be done.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', askToEnd);
  const service = await createService(config, {
    process: 'uploads',
    relay: {
      moved: (environment) => tell({ kind: 'moved', environment }),
      answered: (response) => tell({ kind: 'answered', response }),
    },
  });
  const connections = new ReceivedConnections(service.app.server, { idleMs: IDLE_MS, onIdle: askToEnd });
  tell({ kind: 'ready' });
  // Not before: what waits for a start is to get it, and a start is over soon.
  giveWay();
  await untilEnd(connections);
  await connections.end();
  await service.close();
  return 0;
}

/** Takes connections until no more come. */
function untilEnd(connections: ReceivedConnections): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message: ToUploads, socket: unknown) => {
      switch (message.kind) {
        case 'handed':
          tell({ kind: 'taken', id: message.id });
          // Of a client that went away meanwhile the message alone comes.
          if (socket !== undefined) connections.take(socket as Socket, message);
          break;
        case 'pressed':
          limitCoreShare(message.isPressed ? PRESSED_CORE_SHARE : null);
          break;
        case 'end':
          resolve();
      }
    });
  });
}

function tell(message: FromUploads): void {
  if (process.connected) process.send?.(message);
}
