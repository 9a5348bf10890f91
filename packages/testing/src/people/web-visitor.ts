/**
 * A browser without a window: requests with cookies, one redirect at a time. Invariant: cookies are sent only to the host that set
 * them.
 */

const REDIRECTS_MAX = 20;

/** A response, with its body read. */
export interface Visited {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The target of a redirect. */
  readonly location: string | undefined;
}

export class WebVisitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Sends a request without following redirects. */
  async request(url: string, init: RequestInit = {}): Promise<Visited> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html,*/*;q=0.8', ...init.headers, ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    this.#cookies.set(host, jar);
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    };
  }

  /** Posts a form. */
  post(url: string, fields: Record<string, string>): Promise<Visited> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.request(url, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
  }

  /** Follows redirects from a URL. @param stopAt stops before a URL that starts with it, which is then the location */
  async follow(start: string | Visited, stopAt?: string): Promise<Visited> {
    let visited = typeof start === 'string' ? await this.request(start) : start;
    for (let count = 0; count < REDIRECTS_MAX && visited.location !== undefined; count++) {
      if (stopAt !== undefined && visited.location.startsWith(stopAt)) return visited;
      visited = await this.request(visited.location);
    }
    return visited;
  }
}
