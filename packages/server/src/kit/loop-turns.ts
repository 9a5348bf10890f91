/**
 * Small pieces of work, one in each turn of the event loop, whoever brought them: so many streams at once hold up what
 * else the process does no longer than one of them.
 */
const waiting: (() => void)[] = [];

/** Runs a piece of work when it is its turn. */
export function inTurn(piece: () => void): void {
  waiting.push(piece);
  if (waiting.length === 1) setImmediate(runOne);
}

function runOne(): void {
  const [piece] = waiting;
  try {
    piece?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) setImmediate(runOne);
  }
}
