/** What the demo prints: where it is, whom to log in as, its tokens, and three requests that can be run as they are. */
import type { DemoAccess } from './demo-access.ts';

/** The facts, for `--json`. */
export interface DemoFacts {
  readonly url: string;
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
  const { email, password, space, tokens, requests } = demoFacts(url, access);
  return [
    `Lectern's demo runs at ${url} (Ctrl+C ends it). Its API reference is at ${url}/docs.`,
    '',
    `  log in as         ${email}`,
    `  with the password ${password}`,
    '',
    `  space             ${space}, environment master, locales en-US and de`,
    `  delivery token    ${tokens.delivery}`,
    `  preview token     ${tokens.preview}`,
    `  management token  ${tokens.management}`,
    '',
    ...requests.flatMap(({ what, curl }) => [`# ${what}`, curl, '']),
  ].join('\n');
}
