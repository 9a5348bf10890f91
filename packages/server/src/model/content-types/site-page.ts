/**
 * Pages of sites that an address names, rather than an entry. Invariant: one is only ever below an origin that some `preview_url` of
 * the environment has, so that nobody is sent elsewhere.
 */
import { invalid } from '../../platform/errors/domain-error.ts';
import { didYouMean } from '../../platform/kit/suggestion.ts';
import type { ContentType } from './content-type.ts';
import { filledPreviewUrl, NEVER_IN_URLS, PREVIEW_URL_CHARACTERS_MAX } from './preview-url.ts';

/** Stands for the preview token. */
const TOKEN = '{preview}';
/** The parameter in which a template has the token. */
const TOKEN_PARAMETER = /[?&]([\w.-]{1,64})=\{preview\}(?=[&#]|$)/;
const PATH = 'href';

type Templates = readonly Pick<ContentType, 'previewUrl'>[];

/**
 * The page that a request names, with the place of the token. An address without one has it where the site's own `preview_url` has it.
 * @param given an address, or a path below the only site of the environment
 * @throws `validation_failed`
 */
export function sitePage(given: string, types: Templates): string {
  const templates = templatesOf(types);
  const origins = [...new Set(templates.map(originOf))];
  if (origins.length === 0)
    throw invalid(PATH, 'required', `Give a content type a preview_url with ${TOKEN} first; its site is then known.`);
  const rest = given.replaceAll(TOKEN, 'x');
  if (rest.startsWith('/') && origins.length > 1)
    throw invalid(PATH, 'url', `Give the whole address; the environment has several sites: ${origins.join(', ')}.`);
  const url = URL.parse(rest, origins[0]);
  if (url === null || NEVER_IN_URLS.test(given) || /[{}]/.test(rest) || url.username !== '' || url.password !== '')
    throw invalid(PATH, 'url', `Give the address of a page such as ${origins[0]}/news, or its path.`);
  if (!origins.includes(url.origin))
    throw invalid(PATH, 'in', `Give a page of ${origins.join(' or ')}.${didYouMean(url.origin, origins)}`, {
      listed: origins,
    });
  const address = rest.startsWith('/') ? `${url.origin}${given}` : given;
  return given.includes(TOKEN)
    ? address
    : withToken(
        address,
        templates.filter((one) => originOf(one) === url.origin),
      );
}

/** A page with a token; null if its site is none of the environment any more. */
export function filledSitePage(page: string, token: string, types: Templates): string | null {
  if (!templatesOf(types).map(originOf).includes(originOf(page))) return null;
  return filledPreviewUrl(page, { ...NOTHING, preview: token });
}

const NOTHING = { slug: null, id: null, key: null, locale: null, environment: null };

/** Sites whose pages take no token would show what readers see. */
function templatesOf(types: Templates): string[] {
  return types.flatMap(({ previewUrl }) => (previewUrl?.includes(TOKEN) === true ? [previewUrl] : []));
}

function originOf(template: string): string {
  return new URL(template.replaceAll(/[{}]/g, '')).origin;
}

function withToken(address: string, templates: readonly string[]): string {
  const name = templates.map((template) => TOKEN_PARAMETER.exec(template)?.[1]).find((found) => found !== undefined);
  if (name === undefined)
    throw invalid(PATH, 'required', `Put ${TOKEN} where the page takes the token, as in the preview_url of its site.`);
  const [, before = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? [];
  const whole = `${before}${before.includes('?') ? '&' : '?'}${name}=${TOKEN}${fragment}`;
  if (whole.length > PREVIEW_URL_CHARACTERS_MAX)
    throw invalid(PATH, 'max_length', `Give an address of at most ${PREVIEW_URL_CHARACTERS_MAX} characters.`, {
      limit: PREVIEW_URL_CHARACTERS_MAX,
    });
  return whole;
}
