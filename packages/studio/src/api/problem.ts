/** Errors of the API as values that a screen can show: words for people, and what the server says about fields. */

/** One thing that is wrong with a request, as the API gives it. A server that is newer may know more rules than the contract. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** What the API answered with when it refused. `detail` holds the keys that the code brings with it (`docs/reference/errors.md`). */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly violations: readonly Violation[];
  readonly detail: Readonly<Record<string, unknown>>;
  /** How long the server asks to wait; null where it does not say. */
  readonly retryAfterMs: number | null;
}

/** The words of a language for what goes wrong. Null where it has none: then the server's own are shown. */
export interface ProblemWords {
  readonly unreachable: string;
  readonly sessionEnded: string;
  refusal(refusal: Refusal): string | null;
  violation(violation: Violation): string | null;
}

let words: ProblemWords | null = null;

/** Says what goes wrong from now on in a language; null for the server's own words. */
export function setProblemWords(language: ProblemWords | null): void {
  words = language;
}

/** The violation with its message in the language of the person. For those that come with an answer: `ApiProblem` has done it. */
export function inWords<One extends Violation>(violation: One): One {
  return { ...violation, message: words?.violation(violation) ?? violation.message };
}

/** A refusal by the API, with its message in the language of the person; `detail` has the server's own. */
export class ApiProblem extends Error implements Refusal {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly violations: readonly Violation[];
  readonly detail: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | null;

  /** What the server's log knows the request by; null where it does not say. */
  readonly requestId: string | null;
  /** Whether its message is the server's own, as nobody has words for it. */
  readonly isWordless: boolean;

  constructor(status: number, body: unknown, headers?: Pick<Headers, 'get'>) {
    const retryAfter = headers?.get('Retry-After') ?? null;
    const detail = detailOf(body);
    super(typeof detail.message === 'string' ? detail.message : `The server answered with status ${status}.`);
    this.status = status;
    this.code = typeof detail.code === 'string' ? detail.code : 'unknown';
    const violations = Array.isArray(detail.errors) ? (detail.errors as readonly Violation[]) : [];
    this.violations = violations.map(inWords);
    this.detail = detail;
    this.retryAfterMs = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
    const { code, retryAfterMs } = this;
    this.requestId = headers?.get('X-Request-Id') ?? null;
    const own = words?.refusal({ status, code, violations, detail, retryAfterMs }) ?? null;
    this.isWordless = own === null;
    this.message = own ?? this.message;
  }
}

/** The server was not reached: no network, or it is being restarted. What was asked may be tried again. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(cause: unknown) {
    super(words?.unreachable ?? 'The server cannot be reached.', { cause });
  }
}

/** The session has ended and could not be renewed. The person logs in again, over what they were doing. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';

  constructor() {
    super(words?.sessionEnded ?? 'Your session has ended.');
  }
}

/** Whether a person could not have expected that something fails so: whoever looks into it needs details. */
export function isUnexpected(error: unknown): boolean {
  if (error instanceof Unreachable || error instanceof SessionEnded) return false;
  if (error instanceof ApiProblem) return error.status >= 500 || (error.isWordless && error.violations.length === 0);
  // A plain error has the words of a form; all others are faults of Studio.
  return !(error instanceof Error) || error.name !== 'Error';
}

/** Whether a request that failed so is worth repeating as it was, without anything being changed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable || error instanceof SessionEnded) return true;
  return error instanceof ApiProblem && (error.status >= 500 || error.status === 429 || error.status === 408);
}

function detailOf(body: unknown): Record<string, unknown> {
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null;
  return typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {};
}
