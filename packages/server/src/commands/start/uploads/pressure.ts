/** Whether a process has so much to do that others are to leave it the machine. */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';

const LOOKED_EVERY_MS = 100;
/** A loop that has something to do for more than this part of its time has requests wait. */
const PRESSED_FROM = 0.7;

export class Pressure {
  readonly #onChange: (isPressed: boolean) => void;
  readonly #timer: NodeJS.Timeout;
  #isPressed = false;
  #before: EventLoopUtilization = performance.eventLoopUtilization();

  /** Watches the event loop of this process. @param onChange told when it is pressed, and when it is no more */
  constructor(onChange: (isPressed: boolean) => void) {
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.#look(), LOOKED_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.eventLoopUtilization();
    const isPressed = performance.eventLoopUtilization(now, this.#before).utilization > PRESSED_FROM;
    this.#before = now;
    if (isPressed === this.#isPressed) return;
    this.#isPressed = isPressed;
    this.#onChange(isPressed);
  }
}
