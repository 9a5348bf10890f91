/** What the demo prints: where Studio is, whom to log in as, its tokens, and three requests that can be run as they are. */
import type { DemoAccess } from './demo-access.ts';

/** The facts, for `--json`. */
export interface DemoFacts {
  readonly url: string;
  /** Where people log in. */
  readonly studio: string;
  readonly email: string;
  readonly password: string;
  readonly space: string;
  readonly tokens: DemoAccess['tokens'];
  readonly requests: readonly DemoRequest[];
}

/** A request to try. */
export interface DemoRequest {
  readonly what: string;
  readonly curl: string;
}

/** What there is to know about a running demo. */
export function demoFacts(url: string, { email, password, space, tokens }: DemoAccess): DemoFacts {
  const base = `${url}/spaces/${space}/environments/master/delivery/entries`;
  const request = (what: string, token: string, query: string): DemoRequest => {
    return { what, curl: `curl -s -H "Authorization: Bearer ${token}" "${base}?${query}"` };
  };
  return {
    url,
    studio: `${url}/studio`,
    email,
    password,
    space,
    tokens,
    requests: [
      request(
        'Published articles, newest first, with their authors and pictures',
        tokens.delivery,
        'content_type=article&order=-fields.written_on&include=2',
      ),
      request(
        'One article by its slug, in German',
        tokens.delivery,
        'content_type=article&slug=die-gezeiten-lesen&locale=de',
      ),
      request(
        'The same list as editors see it: one draft more, and one article that was edited since',
        tokens.preview,
        'content_type=article&order=-fields.written_on',
      ),
    ],
  };
}

/** The facts as text, several lines. */
export function demoText(url: string, access: DemoAccess): string {
  const { studio, email, password, space, tokens, requests } = demoFacts(url, access);
  return [
    `Lectern's demo is running. Open it in a browser and log in:`,
    '',
    `  Studio            ${studio}`,
    `  E-mail address    ${email}`,
    `  Password          ${password}`,
    '',
    `Stop it with Ctrl+C; the next start has the same content and the same password.`,
    '',
    `For programs, there is the API at ${url}, and its reference at ${url}/docs:`,
    '',
    `  Space             ${space}, environment master, locales en-US and de`,
    `  Delivery token    ${tokens.delivery}`,
    `  Preview token     ${tokens.preview}`,
    `  Management token  ${tokens.management}`,
    '',
    ...requests.flatMap(({ what, curl }) => [`# ${what}`, curl, '']),
  ].join('\n');
}
