/**
 * Who is logged in. The refresh token is a cookie that scripts cannot read (decision 0062); the access token stays in the
 * memory of the tab. Tabs renew once together: the one that holds the lock asks, and tells the others.
 */
import { ApiProblem, SessionEnded, Unreachable } from './problem.ts';
import type { AccountOfPerson, Person, SessionTokens } from './types.ts';

/** A renewed token is asked for this long before the old one ends. */
const RENEW_BEFORE_MS = 30_000;
/** A renewal that is not answered by then is given up: the server repeats its answer for ten seconds, and no longer. */
const ANSWERED_WITHIN_MS = 8_000;
const LOCK = 'lectern-session';
const CHANNEL = 'lectern-session';
/** Holds no secret: whether a refresh is worth a request. Without it a first visit would start with a refused one. */
const KNOWN = 'lectern.session';

export type SessionState =
  /** The page has just been opened and asks whether a session still stands. */
  | { readonly status: 'opening' }
  /** The server did not respond. There may well be a session, so nobody is sent to the log-in: it is asked again. */
  | { readonly status: 'unreachable' }
  | { readonly status: 'logged-out' }
  | { readonly status: 'logged-in'; readonly user: Person; readonly account: AccountOfPerson }
  /** It ended during work: the screens stay, and a log-in over them goes on where the person was. */
  | { readonly status: 'ended'; readonly user: Person; readonly account: AccountOfPerson };

interface Access {
  readonly token: string;
  readonly endsAt: number;
}

type Message =
  | { readonly kind: 'renewed'; readonly access: Access; readonly tokens: Omit<SessionTokens, 'refresh_token'> }
  | { readonly kind: 'left' };

/** Who works in which account; null where nobody does. */
export function personIn(state: SessionState): string | null {
  return 'user' in state ? `${state.account.id} ${state.user.id}` : null;
}

class Session {
  #state: SessionState = { status: 'opening' };
  #access: Access | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel(CHANNEL);

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'renewed') this.#take(data.access, data.tokens);
      else this.#drop('logged-out');
    };
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Calls back after each change of `state`; gives the function that ends that. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Finds out whether a session stands, when the page opens, and again as long as there is no answer. Never fails. */
  async open(): Promise<void> {
    if (localStorage.getItem(KNOWN) === null) return this.#drop('logged-out');
    try {
      await this.#renew(null);
    } catch (error) {
      if (!(error instanceof SessionEnded)) this.#become({ status: 'unreachable' });
    }
  }

  /** Takes the tokens of a log-in, here and in the other tabs. */
  begin(tokens: SessionTokens): void {
    const access = { token: tokens.access_token, endsAt: Date.now() + tokens.expires_in * 1000 };
    this.#take(access, tokens);
    this.#channel.postMessage({ kind: 'renewed', access, tokens } satisfies Message);
  }

  /**
   * Makes a request with an access token; where the server refuses that, once more with the one that follows it. It goes
   * out for whoever is here when it is made: a renewal may bring the tokens of somebody else, who logged in beside Studio.
   * Throws `SessionEnded`, `Unreachable`, or what `request` throws.
   */
  async authorized<Answer extends { readonly status: number }>(
    request: (token: string) => Promise<Answer>,
  ): Promise<Answer> {
    const person = personIn(this.#state);
    const requestOf = (token: string) => {
      if (person !== null && personIn(this.#state) !== person) throw new SessionEnded();
      return request(token);
    };
    const token = await this.#token();
    const answer = await requestOf(token);
    return answer.status === 401 ? requestOf(await this.#tokenAfter(token)) : answer;
  }

  /** Logs out, here and in the other tabs. Ends the session in this browser even where the server is not reached. */
  async leave(): Promise<void> {
    try {
      await send('/auth/logout');
    } finally {
      this.#drop('logged-out');
      this.#channel.postMessage({ kind: 'left' } satisfies Message);
    }
  }

  /** An access token that is valid for a while yet. */
  async #token(): Promise<string> {
    const access = this.#access;
    if (access !== null && access.endsAt - Date.now() > RENEW_BEFORE_MS) return access.token;
    return this.#renew(access);
  }

  /** The token to go on with after the server refused this one. */
  async #tokenAfter(refused: string): Promise<string> {
    return this.#renew(this.#access?.token === refused ? this.#access : null);
  }

  /** Renews, unless another tab has done so while this one waited for the lock. */
  async #renew(old: Access | null): Promise<string> {
    return navigator.locks.request(LOCK, async () => {
      const access = this.#access;
      if (access !== null && access !== old && access.endsAt - Date.now() > RENEW_BEFORE_MS) return access.token;
      const response = await send('/auth/refresh');
      if (response.status === 401 || response.status === 403) {
        this.#drop('ended');
        throw new SessionEnded();
      }
      // What a proxy answers in the place of the server is a page.
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw new ApiProblem(response.status, body, response.headers);
      const tokens = body as SessionTokens;
      this.begin(tokens);
      return tokens.access_token;
    });
  }

  #take(access: Access, { user, account }: Pick<SessionTokens, 'user' | 'account'>): void {
    this.#access = access;
    localStorage.setItem(KNOWN, '1');
    this.#become({ status: 'logged-in', user, account });
  }

  #drop(status: 'logged-out' | 'ended'): void {
    this.#access = null;
    localStorage.removeItem(KNOWN);
    const before = this.#state;
    if (status === 'ended' && (before.status === 'logged-in' || before.status === 'ended'))
      this.#become({ ...before, status });
    else this.#become({ status: 'logged-out' });
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Posts without a body, so that the cookie stands for the session. */
async function send(path: string): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    return await fetch(path, { method: 'POST', credentials: 'same-origin', signal });
  } catch (error) {
    throw new Unreachable(error);
  }
}

/** The session of this tab. */
export const session = new Session();
